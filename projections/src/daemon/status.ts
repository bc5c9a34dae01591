import type { Position } from '@groundswell/platform/event-store';

/**
 * `waiting`: another instance owns it. `building`: its new version is built next to the old one. `stopped`: an event
 * cannot be applied; it is tried again and again, and never passed over.
 */
export type State =
  | 'waiting'
  | 'building'
  | 'catching up'
  | 'live'
  | 'disconnected'
  | 'stopped'
  | 'superseded';

/** What one keeper knows of its read model at the moment. */
export class Status {
  state: State = 'waiting';
  position: Position | undefined;
  /** Events since the process began. */
  applied = 0;
  /** Why it is stopped or disconnected, naming the event. */
  fault: string | undefined;

  /** @param onChange called whenever it is in another state, or has another fault */
  constructor(private readonly onChange: () => void = () => undefined) {}

  become(state: State, fault?: string): void {
    const isNew = state !== this.state || fault !== this.fault;
    this.state = state;
    this.fault = fault;
    if (isNew) this.onChange();
  }
}
