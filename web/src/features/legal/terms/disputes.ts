import { legalMailbox } from '../contact.js';
import {
  bullets,
  emphasis,
  link,
  notice,
  paragraph,
  type Section,
  type Subsection,
  text,
} from '../document.js';

const scope: Subsection = {
  id: 'disputes-covered',
  title: 'What this section covers',
  blocks: [
    paragraph`A “dispute” is any claim between you and us about the Service, these Terms or what we do with your
      information, on any legal ground, including one that arose before you accepted these Terms. Disputes with the
      broker are settled under your agreement with the broker, not here.`,
  ],
};

const conference: Subsection = {
  id: 'informal-conference',
  title: 'First, a conversation',
  blocks: [
    paragraph`Most complaints end with one e-mail. Before either of us starts an arbitration or a lawsuit, the one who
      has the complaint sends the other a written notice: name, the e-mail address of the account, what happened, and
      what is asked for. You send yours to ${legalMailbox}; we send ours to your e-mail address.`,
    paragraph`We then hold an ${emphasis('informal dispute conference')}, by telephone or video, within 45 days of the
      day the notice was received, unless we both agree on a later day. You take part in person and may bring a lawyer;
      we send someone who can settle the matter. Conferences are held for one person at a time. From the notice until
      the conference is over, time limits for bringing a claim stand still. Giving notice and taking part are
      conditions for starting an arbitration, and a court may enforce them.`,
  ],
};

const arbitration: Subsection = {
  id: 'arbitration',
  title: 'Then, arbitration',
  blocks: [
    paragraph`If the conversation does not settle it, the dispute is decided by one neutral arbitrator instead of a court
      of law, and the decision is binding. The arbitration is run by the American Arbitration Association
      (${link('adr.org', 'https://www.adr.org')}) under its Consumer Arbitration Rules. If it cannot or will not act, a
      court names another administrator. The Federal Arbitration Act applies to this section.`,
    bullets(
      text`It takes place by video or telephone, on documents alone if both agree, or in the county where you live.`,
      text`Fees are shared as the rules say. We pay what they put on a business, and do not ask for our lawyers’ costs
        unless the arbitrator finds your claim frivolous or brought in bad faith.`,
      text`The arbitrator may grant one person whatever a court could grant that person, follows these Terms and the
        law, and gives reasons in writing. Any court with jurisdiction may enter the award.`,
      text`The arbitrator decides all questions but these, which a court decides: whether this section is valid and
        covers the dispute, whether the conditions for starting were met, and what the part on class actions means.`,
    ),
  ],
};

const exceptions: Subsection = {
  id: 'exceptions',
  title: 'What may still go to court or an agency',
  blocks: [
    bullets(
      text`Either of us may bring a claim in small claims court if it qualifies and stays there.`,
      text`Either of us may ask a court to stop misuse of intellectual property or of the Service’s security.`,
      text`You may take a complaint to any federal, state or local agency, including the SEC, FINRA and the Consumer
        Financial Protection Bureau.`,
    ),
  ],
};

const noClasses: Subsection = {
  id: 'class-actions',
  title: 'One person at a time',
  blocks: [
    notice`As far as the law allows, you and we may bring claims only as individuals, not as a plaintiff or member in a
      class, collective or representative action, and both of us give up a trial by jury. An arbitrator may not combine
      the claims of several people without everyone’s consent.`,
    paragraph`If a court finds that this part cannot be enforced for a certain claim or request, that claim or request
      alone goes to court, after everything else has been arbitrated.`,
    paragraph`If 25 or more similar notices are given with the help of the same lawyers, the administrator may handle the
      cases in groups under its rules for such filings, so that nobody pays twice for the same question. Time limits
      stand still for the cases that wait.`,
  ],
};

const optOut: Subsection = {
  id: 'opt-out',
  title: 'You may opt out within 30 days',
  blocks: [
    notice`You may refuse arbitration. Write to ${legalMailbox} within 30 days of the day you first accepted these Terms,
      from the e-mail address you use with us, with your name and the words “I opt out of arbitration”. We confirm that
      we have it.`,
    paragraph`Opting out costs you nothing and changes nothing else: the parts of this section on arbitration and on
      class actions then do not bind you or us, and the rest of these Terms does. If we later change this section in a
      way that matters, you may refuse that change within 30 days of our notice and keep the section as it was.`,
  ],
};

export const disputes: Section = {
  id: 'disputes',
  title: 'Settling disputes',
  blocks: [notice`Please read this section with care. It changes how disputes between us are decided.`],
  subsections: [scope, conference, arbitration, exceptions, noClasses, optOut],
};
