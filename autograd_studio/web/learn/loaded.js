import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/**
 * Return what a promise gives: undefined until it is there, null where it fails.
 * @template T @param {() => Promise<T>} load called once
 * @returns {T | null | undefined}
 */
export function useLoaded(load) {
  const found = useSignal(/** @type {T | null | undefined} */ (undefined));
  useEffect(() => {
    load().then(
      (value) => (found.value = value),
      () => (found.value = null),
    );
  }, []);
  return found.value;
}
