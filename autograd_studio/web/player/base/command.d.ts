/** What a menu or the search can have the player do. */
export interface Command {
  id: string;
  title: string;
  /** The key that does it, as it is shown; "" for none. */
  keys: string;
  /** Whether it is on, of what can be; null otherwise. */
  isOn: boolean | null;
  run(): void;
}

/** Commands under a heading; `oneOf` where just one of them is on. */
export interface Section {
  title: string;
  commands: Command[];
  oneOf?: boolean;
}
