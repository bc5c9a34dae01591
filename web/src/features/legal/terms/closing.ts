import { legalMailbox, privacyMailbox, supportMailbox } from '../contact.js';
import { entries, paragraph, type Section, see, text } from '../document.js';

export const law: Section = {
  id: 'law',
  title: 'Governing law and courts',
  blocks: [
    paragraph`Federal law of the United States and, where it leaves room, the law of the state in which you live govern
      these Terms. A dispute that may go to court under ${see('disputes')} is brought in the state or federal courts for
      the county in which you live, and we both accept their jurisdiction.`,
  ],
};

export const changes: Section = {
  id: 'changes',
  title: 'Changes to these Terms',
  blocks: [
    paragraph`When we revise these Terms we change the date at their top. If a change matters to you and you have an
      account or a place on the waitlist, we write to you at least 30 days before it takes effect, unless a law or a
      danger makes it necessary sooner. If you go on using the Service after that day, the revised Terms apply. If you
      do not agree, stop using the Service and ask us to close your account. A change never applies to a dispute of
      which notice was given before it.`,
  ],
};

export const general: Section = {
  id: 'general',
  title: 'The rest',
  blocks: [
    paragraph`These Terms, with what they refer to, are the whole agreement between us about the Service. If part of them
      cannot be enforced, the rest stands. If we do not insist on a right at once, we have not given it up. You may not
      transfer the agreement to somebody else; we may transfer it to a company that takes over the Service, bound by it
      as we are. Neither of us is liable for a delay caused by something beyond reasonable control. Nobody but you and us
      gains rights by these Terms. Headings and the short version at the top are there to help you read, and do not
      change the meaning.`,
    paragraph`People in California may address complaints to the Complaint Assistance Unit of the Division of Consumer
      Services of the California Department of Consumer Affairs.`,
  ],
};

export const contact: Section = {
  id: 'contact',
  title: 'How to reach us',
  blocks: [
    entries(
      ['Help with your account or a transfer', text`${supportMailbox}`],
      ['Dispute notices, opting out of arbitration, copyright', text`${legalMailbox}`],
      ['Privacy', text`${privacyMailbox}`],
    ),
    paragraph`Please never send a password, Social Security number or bank account number by e-mail.`,
  ],
};
