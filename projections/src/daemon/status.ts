import type { Position } from '@groundswell/platform/event-store';

/**
 * `waiting`: another instance owns it. `building`: its new version is being built alongside the old one. `stopped`:
 * an event cannot be applied; it is retried and never skipped.
 */
export type State =
  | 'waiting'
  | 'building'
  | 'catching up'
  | 'live'
  | 'disconnected'
  | 'stopped'
  | 'superseded';

/** A keeper's current knowledge of its read model. */
export class Status {
  state: State = 'waiting';
  position: Position | undefined;
  /** Events applied since the process started. */
  applied = 0;
  /** Why it is stopped or disconnected, naming the event. */
  fault: string | undefined;

  /** @param onChange called whenever the state or the fault changes */
  constructor(private readonly onChange: () => void = () => undefined) {}

  become(state: State, fault?: string): void {
    const isNew = state !== this.state || fault !== this.fault;
    this.state = state;
    this.fault = fault;
    if (isNew) this.onChange();
  }
}
