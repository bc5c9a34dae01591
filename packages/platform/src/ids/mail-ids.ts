import { derivedId } from './derived-id.js';

/** Kinds of mails that are sent besides another one about the same event, to other addresses: by the kind of that one. */
export const secondMails = {
  'confirm address': ['address change asked for'],
  // One for each address that can be had back.
  'address changed': [
    'address was changed',
    'address was changed 2',
    'address was changed 3',
    'address was changed 4',
    'address was changed 5',
  ],
} as const;

/** The id of such a mail. The first one about an event has the event's id. */
export const secondMailId = (eventId: string, kind: string): string => derivedId('mail', eventId, kind);

/** All ids that mails about an event may have. */
export const mailIdsOf = (eventId: string): string[] => [
  eventId,
  ...Object.values(secondMails)
    .flat()
    .map((kind) => secondMailId(eventId, kind)),
];

/**
 * Minutes after which a mail that was handed over to a server, and is neither sent nor waiting again, is of unknown outcome: a
 * server is given less time to answer.
 */
export const mailOutcomeDue = 10;
