import assert from "node:assert/strict";
import { test } from "node:test";

import { Address, read, VIEWS, write } from "../../autograd_studio/web/shell/address.js";

const at = (text, base = "") => read(new URL(text, "http://a"), base);

test("every old address leads to the same thing", () => {
  for (const [text, place, said] of [
    ["/", "program", {}],
    ["/?lesson=fan-out&step=7", "program", { lesson: "fan-out", step: "7" }],
    [
      "/?program=abc&engine=torch&note=Look%20here",
      "program",
      { program: "abc", engine: "torch", note: "Look here" },
    ],
    ["/expression?form=abc", "expression", { form: "abc" }],
    ["/custom_op?form=abc&step=3", "custom_op", { form: "abc", step: "3" }],
    [
      "/jacobian?program=abc&output=y&input=x&line=4",
      "jacobian",
      { program: "abc", output: "y", input: "x", line: "4" },
    ],
    ["/compare?form=abc", "compare", { form: "abc" }],
    ["/practice?program=abc", "practice", { program: "abc" }],
    ["/gallery", "gallery", {}],
    ["/gallery?lesson=fan-out", "program", { lesson: "fan-out" }],
    ["/operators", "operators", {}],
    ["/operators/", "operators", {}],
    ["/program", "program", {}],
  ])
    assert.deepEqual(at(text), { place, said }, text);
});

test("an address is read back as it was written, below any path", () => {
  for (const base of ["", "/course", "/a/b"])
    for (const place of Object.keys(VIEWS).filter((name) => name !== "nowhere")) {
      const here = { place, said: place === "gallery" ? {} : { form: "a-_9", note: "1 + 1 & ünï?" } };
      assert.deepEqual(at(write(here, base), base), here);
    }
  assert.equal(write({ place: "program", said: {} }, "/course"), "/course/");
  assert.deepEqual(at("/course", "/course"), { place: "program", said: {} });
});

test("what is no address of the studio is none", () => {
  for (const [text, base] of [
    ["/nowhere", ""],
    ["/practice", "/course"],
    ["/courses/practice", "/course"],
    ["/constructor", ""],
    ["/practice/more", ""],
  ])
    assert.equal(at(text, base), null, text);
  assert.deepEqual(at("/?utm=1&step=2").said, { step: "2" });
});

/** A window with a history. */
function opened(href) {
  class History {
    entries = [href];
    at = 0;
    pushState(_, __, url) {
      this.entries.splice(++this.at, Infinity, url);
    }
    replaceState(_, __, url) {
      this.entries[this.at] = url;
    }
  }
  const view = new EventTarget();
  view.history = new History();
  Object.defineProperty(view, "location", {
    get: () => new URL(view.history.entries[view.history.at], "http://a"),
  });
  view.back = () => {
    view.history.at--;
    view.dispatchEvent(new Event("popstate"));
  };
  return view;
}

test("places are entries of the history, what is said of one is not", () => {
  const view = opened("/course/?lesson=fan-out");
  const address = new Address("/course", { view });
  address.say({ lesson: "fan-out", step: "3" });
  address.go("compare", { form: "abc" });
  address.go("compare", { form: "abc" });
  assert.deepEqual(view.history.entries, ["/course/?lesson=fan-out&step=3", "/course/compare?form=abc"]);
  assert.equal(address.came, "went");
  view.back();
  assert.deepEqual(address.here.value, { place: "program", said: { lesson: "fan-out", step: "3" } });
  assert.equal(address.came, "returned");
});

test("an embedded page stays one, wherever it goes", () => {
  const address = new Address("", { view: opened("/?embed=true&embed_options=dark_theme&lesson=fan-out") });
  assert.ok(address.isEmbedded);
  assert.deepEqual(address.here.value.said, { lesson: "fan-out" });
  assert.equal(address.href("gallery"), "/gallery?embed=true&embed_options=dark_theme");
});

test("an address that leads to no place stays as it is, and Back leads to it", () => {
  const view = opened("/nowhere?a=1");
  const address = new Address("", { view });
  assert.deepEqual([address.here.value.place, address.isBare], ["nowhere", false]);
  assert.deepEqual(view.history.entries, ["/nowhere?a=1"]);
  address.go("gallery");
  assert.deepEqual(view.history.entries, ["/nowhere?a=1", "/gallery"]);
  view.back();
  assert.deepEqual([address.here.value.place, address.came], ["nowhere", "returned"]);
});

test("an old address is written anew, and a bare one is known", () => {
  const old = opened("/gallery?lesson=fan-out");
  assert.ok(!new Address("", { view: old }).isBare);
  assert.deepEqual(old.history.entries, ["/?lesson=fan-out"]);
  const bare = opened("/course");
  assert.ok(new Address("/course", { view: bare }).isBare);
  assert.ok(!new Address("/course", { view: opened("/course/compare") }).isBare);
});

test("a site is of folders, and a lesson of it is a page of its own", () => {
  const view = opened("/grad/lesson/fan-out/?step=3");
  const address = new Address("/grad", { view, isSite: true });
  assert.deepEqual(address.here.value, { place: "program", said: { lesson: "fan-out", step: "3" } });
  assert.deepEqual(view.history.entries, ["/grad/lesson/fan-out/?step=3"]);
  address.go("compare", { form: "abc" });
  address.go("program", { program: "abc" });
  address.go("program", { lesson: "vector" });
  assert.deepEqual(view.history.entries.slice(1), [
    "/grad/compare/?form=abc",
    "/grad/?program=abc",
    "/grad/lesson/vector/",
  ]);
  const moved = opened("/grad/gallery");
  assert.ok(new Address("/grad", { view: moved, isSite: true }));
  assert.deepEqual(moved.history.entries, ["/grad/gallery/"]);
});
