import { type LegalDocument, link, notice, paragraph, see, text } from '../document.js';
import { account, agreement, electronicRecords, eligibility, service, waitlist } from './agreement.js';
import { changes, contact, general, law } from './closing.js';
import { availability, conduct, ending, ownership, thirdParties } from './conduct.js';
import { disputes } from './disputes.js';
import { advice, performance, risk } from './information.js';
import { liability, responsibility, warranty } from './liability.js';
import { broker, fees, transfers } from './money.js';

export const termsOfUse: LegalDocument = {
  title: 'Terms of Use',
  dated: 'Revised March 16, 2025',
  introduction: [
    paragraph`These are the rules for using Groundswell: what you can expect from us, and what we expect from you.`,
    notice`Unless you opt out within 30 days, disputes between us are decided by individual arbitration and not by a
      court, a jury or a class action. ${link('How to opt out', '#opt-out')}.`,
  ],
  inShort: [
    text`You must be at least 18.`,
    text`We publish information for everyone alike. It is not advice, and past or simulated figures promise nothing.`,
    text`Your money and investments are at the broker, in your name. We never hold them.`,
    text`A bank may return a transfer long after it completed: ${see('transfers')}.`,
    text`If something goes wrong, write to us first. Our liability is limited: ${see('liability')}.`,
  ],
  sections: [
    agreement,
    eligibility,
    service,
    waitlist,
    account,
    advice,
    performance,
    risk,
    broker,
    transfers,
    fees,
    conduct,
    ownership,
    thirdParties,
    availability,
    electronicRecords,
    ending,
    warranty,
    liability,
    responsibility,
    disputes,
    law,
    changes,
    general,
    contact,
  ],
};
