import { useMemo } from "preact/hooks";

/** @import { ComponentChildren } from "preact" */

let made = 0; // fields, in whichever root of Preact they are: its own ids begin anew in each

/**
 * A field of one line. What is wrong with it is said below it.
 * @param {{ label: string, value: string, fault?: string, placeholder?: string, hint?: string,
 *   isLabelled?: boolean, onInput?: (value: string) => void, onChange?: (value: string) => void }} given
 *   `isLabelled` is whether the label is seen
 */
export function Field({ label, value, fault, placeholder, hint, isLabelled = true, onInput, onChange }) {
  const id = useMemo(() => `field-${++made}`, []);
  return (
    <div class="form-field">
      {isLabelled && <label for={id}>{label}</label>}
      <input
        id={id}
        class="code"
        aria-label={isLabelled ? undefined : label}
        aria-invalid={Boolean(fault)}
        aria-describedby={fault ? `${id}-fault` : undefined}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        placeholder={placeholder}
        title={hint}
        value={value}
        onInput={({ currentTarget }) => onInput?.(currentTarget.value)}
        onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
      />
      <Fault id={`${id}-fault`}>{fault}</Fault>
    </div>
  );
}

/** What is wrong, if anything is, and what to do. @param {{ id?: string, children: ComponentChildren }} given */
export function Fault({ id, children }) {
  return (
    <div role="alert">
      {children && (
        <p class="form-fault" id={id}>
          {children}
        </p>
      )}
    </div>
  );
}
