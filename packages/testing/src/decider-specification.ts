import { expect } from 'vitest';

/** A pure decider: what it answers is a list of events, or a refusal with a code. */
export interface Decider<State, Command, Event, Facts, Refused extends { readonly refused: string }> {
  readonly decide: (command: Command, state: State, facts: Facts) => readonly Event[] | Refused;
  readonly evolve: (state: State, event: Event) => State;
  readonly initialState: State;
}

/**
 * Given/when/then for a decider. Events are compared strictly: no missing, extra or reordered one, and no stray field.
 *
 * `given(events).when(command, facts).then(events)` or `.thenRefused(code)`
 */
export const deciderSpecification = <
  State,
  Command,
  Event,
  Facts,
  Refused extends { readonly refused: string },
>(
  decider: Decider<State, Command, Event, Facts, Refused>,
) => ({
  given: (events: readonly Event[]) => ({
    when: (command: Command, facts: Facts) => {
      const outcome = decider.decide(command, events.reduce(decider.evolve, decider.initialState), facts);
      return {
        then: (expected: readonly Event[]): void => expect(outcome).toStrictEqual(expected),
        thenRefused: (code: Refused['refused']): void =>
          expect(outcome, 'a refusal').toMatchObject({ refused: code }),
      };
    },
  }),
});
