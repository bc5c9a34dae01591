import { type LegalDocument, paragraph, see, text } from '../document.js';
import { browserStorage, collection, scope } from './collection.js';
import { changes, contact, history, minors, place, retention, rights } from './rights.js';
import { mail, protection, purposes, sharing } from './use.js';

export const privacyPolicy: LegalDocument = {
  title: 'Privacy Policy',
  dated: 'Effective March 16, 2025',
  introduction: [
    paragraph`This page says what Groundswell learns about you, why, who else sees it, how long it stays, and how you
      have it corrected or erased. We have tried to write it so that you can read it in one sitting.`,
  ],
  inShort: [
    text`We ask only for what the step in front of you needs, and we sell none of it.`,
    text`Your Social Security number and bank account number go to the broker and are deleted from our systems once the
      broker has accepted them.`,
    text`Personal details are encrypted under a key of your own. When you ask to be erased, we destroy the details and
      the key: ${see('your-choices')}.`,
    text`No advertising, no trackers, no cookies that follow you.`,
  ],
  sections: [
    scope,
    collection,
    browserStorage,
    purposes,
    mail,
    sharing,
    protection,
    retention,
    history,
    rights,
    minors,
    place,
    changes,
    contact,
  ],
};
