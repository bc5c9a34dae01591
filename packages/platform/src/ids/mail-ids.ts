import { derivedId } from './derived-id.js';

/** Kinds of mails that are sent besides another one about the same event, to another address: by the kind of that one. */
export const secondMails = {
  'confirm address': 'address change asked for',
  'address changed': 'address was changed',
} as const;

/** The id of such a mail. The first one about an event has the event's id. */
export const secondMailId = (eventId: string, kind: string): string => derivedId('mail', eventId, kind);

/** All ids that mails about an event may have. */
export const mailIdsOf = (eventId: string): string[] => [
  eventId,
  ...Object.values(secondMails).map((kind) => secondMailId(eventId, kind)),
];

/**
 * Minutes after which a mail that was handed over to a server, and is neither sent nor waiting again, is of unknown outcome: a
 * server is given less time to answer.
 */
export const mailOutcomeDue = 10;
