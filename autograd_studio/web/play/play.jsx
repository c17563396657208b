import { batch, effect, untracked, useSignalEffect } from "@preact/signals";
import { render } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";

import { comparisons } from "../compare/beside.js";
import { load } from "../editor/loading.js";
import { nextPoint } from "../learn/points_at.js";
import { Question } from "../forms/parts/question.jsx";
import { Player } from "../player/player.js";
import { Content } from "../runner/content.js";
import { write } from "../shell/address.js";
import { style } from "../shell/styles.js";
import { say } from "../words/words.js";
import { Bench } from "./bench.js";
import { Foot, Under } from "./foot.jsx";
import { formWay } from "./form_way.js";
import { Head, WAYS } from "./head.jsx";
import { offerOf } from "./offer.js";
import { showOnce } from "./showing.js";
import css from "./play.css";
import { remark } from "./remark.jsx";
import { downloads } from "./downloads.js";
import { Running } from "./running.jsx";

/** @import { Section } from "../player/player.d.ts" */
/** @import { Visit } from "../shell/visit.js" */
/** @typedef {typeof WAYS[number]} Way */

style(css);

/** The place where programs are written, run and stepped through, in one of three ways. @param {{ visit: Visit }} given */
export function Play({ visit }) {
  const { place } = visit.address.here.value;
  const shown = useRef(/** @type {Way} */ ("program"));
  const visited = useRef(/** @type {Set<Way>} */ (new Set()));
  const way = WAYS.find((one) => one === place);
  if (way) shown.current = way;
  visited.current.add(shown.current);
  return (
    <>
      {WAYS.filter((one) => visited.current.has(one)).map((one) => (
        <div key={one} class="bench" data-way={one} hidden={one !== shown.current}>
          <Place visit={visit} way={one} />
        </div>
      ))}
    </>
  );
}

/** One of the ways: its bench, and the player that shows it. @param {{ visit: Visit, way: Way }} given */
function Place({ visit, way }) {
  const bench = useMemo(
    () => new Bench(visit, way, way === "program" ? null : formWay(visit, way)),
    [visit, way],
  );
  const host = useRef(/** @type {HTMLDivElement | null} */ (null));
  const player = usePlayer(bench, host);
  useSignalEffect(() => {
    const { place, said } = visit.address.here.value;
    if (place === way) bench.follow(said);
  });
  useSignalEffect(() => {
    if (way !== "program" || !visit.handed.value) return;
    const handed = visit.handed.peek();
    visit.handed.value = null;
    if (!handed) return;
    batch(() => bench.take(handed));
    if (!handed.runs) host.current?.querySelector(/** @type {"div"} */ (".cm-content"))?.focus();
  });
  useSignalEffect(() => {
    if (visit.address.here.value.place !== way) return undefined;
    return visit.offer(() => player.current?.commands ?? []);
  });
  return <div class="player-host" ref={host} />;
}

/**
 * A player in an element, which shows what is on a bench, and beside it what is the place's own.
 * @param {Bench} bench @param {import("preact").RefObject<HTMLDivElement>} host
 */
function usePlayer(bench, host) {
  const { visit } = bench;
  const player = useRef(/** @type {Player | null} */ (null));
  const opened = useRef(0);
  useLayoutEffect(() => {
    if (!host.current) return undefined;
    const made = (player.current = new Player(host.current, { runner: visit.runner, calls: calls(bench) }));
    bench.host = host.current;
    const { head, foot, front, under } = made.places;
    render(<Head bench={bench} run={() => bench.ask(made.text)} />, head);
    render(<Foot bench={bench} player={made} />, foot);
    render(<Front bench={bench} />, front);
    render(<Under bench={bench} player={made} />, under);
    return () => {
      for (const place of [head, foot, front, under]) render(null, place);
      made.close();
    };
  }, [bench]);
  useSignalEffect(() => {
    const isFirst = !visit.hasStarted.value && !visit.address.isEmbedded && bench.place === "program";
    if (!isFirst || !bench.run.value || !player.current) return undefined;
    const made = player.current;
    return showOnce(made, document, (isShowing) => {
      bench.isShowing = isShowing;
    });
  });
  const present = () => {
    const text = bench.text.value;
    if (!bench.opened.value || (bench.form && !text) || !player.current) return;
    const { isEmbedded } = visit.address;
    const { step, ask } = bench.wish.value;
    const run = bench.run.value;
    player.current.show({
      run,
      wanted: bench.wanted.value,
      code: {
        text,
        given: bench.given.value.text,
        label: say("play.program"),
        locked: isEmbedded || Boolean(bench.form),
      },
      step,
      ask,
      lesson: bench.isLesson.value ? (bench.lesson.value?.id ?? null) : null,
      middle: bench.awaitsMiddle.value ? "awaited" : run?.is_whole ? "offered" : null,
      offer: offerOf(bench),
    });
    if (run || bench.failure.value || bench.asks.value) {
      // after the frame that has the picture, with which it would share the processor
      const more = () => {
        load(visit.config.peek().files.codemirror);
        visit.runner.begin();
      };
      requestAnimationFrame(() => setTimeout(more));
    }
    if (opened.current !== bench.opened.value) {
      const isFirst = opened.current === 0; // what was written before the page was loaded anew stays
      opened.current = bench.opened.value;
      if (!isFirst) player.current.write(text);
    }
  };
  useSignalEffect(() => {
    void visit.theme.value; // its colours are read anew
    present();
  });
  // A run is shown as it comes: an effect of a component waits for the next frame.
  useLayoutEffect(
    () => effect(() => void (bench.run.value && queueMicrotask(() => untracked(present)))),
    [bench],
  );
  return player;
}

/** What the player tells a bench. @param {Bench} bench @returns {Partial<import("../player/player.d.ts").Calls>} */
function calls(bench) {
  const { visit } = bench;
  return {
    ran: (text) => bench.ask(text),
    moved: (step) => {
      if (!bench.isShowing) visit.start();
      bench.step.value = step + 1;
    },
    wrote: (text) => {
      bench.written.value = text;
      visit.program.value = new Content(text, bench.given.peek().isForeign);
    },
    brings: (passes) => bench.bring(passes),
    stops: (step) => bench.told.peek() && nextPoint(bench.parts.peek(), step, bench.answers.peek()),
    stepped: (step, ask) => {
      if (!bench.isShowing) bench.at(step, ask);
    },
    link: (step) => bench.link(step),
    teaches: (lesson) => visit.address.go("program", { lesson }),
    differentiates: async (pair) => {
      const said = (await bench.said(1)) ?? {};
      const { lesson, program } = said;
      if (lesson || program)
        visit.address.go("jacobian", {
          ...(lesson ? { lesson } : { program }),
          output: pair.output,
          input: pair.input,
          line: String(pair.line),
        });
    },
    more: () => [
      ...wayOut(bench),
      ...ways(bench),
      ...engines(bench),
      ...comparisons(visit),
      ...downloads(bench),
      ...remark(bench),
    ],
  };
}

/** From a frame in another page, the way to the whole studio with what is shown. @param {Bench} bench @returns {Section[]} */
function wayOut(bench) {
  if (!bench.visit.address.isEmbedded) return [];
  const { base } = bench.visit.config.peek();
  const open = async () => {
    const said = (await bench.said(bench.step.peek())) ?? {};
    const { isSite } = bench.visit.address;
    window.open(write({ place: bench.place, said }, base, { isSite }), "_blank", "noopener");
  };
  return [
    {
      title: say("shell.name"),
      commands: [{ id: "open", title: say("play.open"), keys: "", isOn: null, run: open }],
    },
  ];
}

/** The ways to write a program, of which a lesson's head says nothing. @param {Bench} bench @returns {Section[]} */
function ways({ visit, place }) {
  if (visit.address.isEmbedded) return [];
  const commands = WAYS.map((way) => ({
    id: `way-${way}`,
    title: say(`play.${way}`),
    keys: "",
    isOn: way === place,
    run: () => visit.address.go(way),
  }));
  return [{ title: say("play.label"), oneOf: true, commands }];
}

/** The choice of the engine, where there are two, or of where it runs. @param {Bench} bench @returns {Section[]} */
function engines(bench) {
  if (bench.visit.runner.isOffered) return roads(bench);
  const offered = bench.visit.config.peek().engines;
  if (offered.length < 2) return [];
  const commands = offered.map(({ id, name }) => ({
    id: `engine-${id}`,
    title: name,
    keys: "",
    isOn: bench.engine.peek() === id,
    run: () => bench.on(id),
  }));
  return [{ title: say("play.engine"), oneOf: true, commands }];
}

/** The choice of where a program runs: in the page, on the server, on PyTorch. @param {Bench} bench @returns {Section[]} */
function roads(bench) {
  const { runner, config } = bench.visit;
  const isBuiltIn = bench.engine.peek() === "built-in";
  const road = (/** @type {import("../runner/roads.js").Road} */ id, /** @type {string} */ title) => ({
    id: `road-${id}`,
    title,
    keys: "",
    isOn: isBuiltIn && runner.wish.peek() === id,
    run: () => {
      runner.take(id);
      bench.on("built-in");
    },
  });
  const percent = Math.round(runner.here.come.peek() * 100);
  const isComing = runner.here.state.peek() === "coming";
  const commands = [
    road("here", isComing ? say("play.road.coming", { percent }) : say("play.road.here")),
    road("server", say("play.road.server")),
  ];
  const torch = config.peek().engines.find(({ id }) => id === "torch");
  if (torch)
    commands.push({
      id: "engine-torch",
      title: say("play.road.torch", { engine: torch.name }),
      keys: "",
      isOn: !isBuiltIn,
      run: () => bench.on("torch"),
    });
  return [{ title: say("play.road.title"), oneOf: true, commands }];
}

/** What lies over the picture: a run that takes long, a question. @param {{ bench: Bench }} given */
function Front({ bench }) {
  return (
    <>
      <Running bench={bench} />
      {bench.asks.value && <Question text={bench.written.value} onConfirm={() => bench.confirm()} />}
    </>
  );
}
