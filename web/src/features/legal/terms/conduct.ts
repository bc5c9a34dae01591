import { legalMailbox } from '../contact.js';
import { bullets, paragraph, type Section, see, text } from '../document.js';

export const conduct: Section = {
  id: 'acceptable-use',
  title: 'Acceptable use',
  blocks: [
    paragraph`You agree not to:`,
    bullets(
      text`use the Service to break a law, launder money, manipulate a market or deceive anyone;`,
      text`pretend to be somebody else, or use a bank account or identity that is not yours;`,
      text`reach for accounts, data or functions that are not meant for you, or get around limits and safeguards;`,
      text`disturb the Service: by floods of requests, harmful code, or automated reading that ignores our limits or
        robots.txt;`,
      text`sell or republish our trends or market data in bulk, or present them as your own; or`,
      text`copy, take apart or imitate the Service to build a competing one, except where the law allows it regardless.`,
    ),
    paragraph`If you find a weakness in our security, tell us before anyone else, give us a fair time to mend it, and do
      not touch other people’s data. We will not pursue you for research done in that way.`,
  ],
};

export const ownership: Section = {
  id: 'ownership',
  title: 'Ownership and license',
  blocks: [
    paragraph`The Service, its texts, designs, trends and software belong to us or to those who let us use them. While
      these Terms last, you may use the Service for your own, non-commercial purposes, save and print pages, quote them
      fairly with their source, and link to them. Every other right stays with its owner.`,
    paragraph`If you send us an idea about the Service, we may use it freely and owe nothing for it.`,
    paragraph`If you believe that something in the Service infringes your copyright, write to ${legalMailbox}: name the
      work and the page, say how we can reach you, state in good faith that the use is not permitted and, under penalty
      of perjury, that your notice is accurate and that you may act for the owner, and sign it. We remove what infringes.`,
  ],
};

export const thirdParties: Section = {
  id: 'other-companies',
  title: 'Services of other companies',
  blocks: [
    paragraph`Parts of the Service come from others: the broker, the market data provider and, where you use them,
      Google sign-in and address completion. Their own terms apply to what they do. We choose them with care but do not
      control them, and a link to another site is not an endorsement of it.`,
  ],
};

export const availability: Section = {
  id: 'availability',
  title: 'Changes to the Service',
  blocks: [
    paragraph`We improve the Service all the time: trends are changed, merged or withdrawn, and features come and go. The
      Service may be interrupted for maintenance, by faults, or by events outside anyone’s control, and an order or
      transfer may then be late. If we end a feature you rely on for your money, we tell you beforehand where we can,
      and you can always reach your money through the broker.`,
  ],
};

export const ending: Section = {
  id: 'ending',
  title: 'Ending this agreement',
  blocks: [
    paragraph`You may stop using the Service at any time and ask us to close your account. We may pause or close it if you
      break these Terms, if the law or the broker requires it, or to protect you or others; unless that would be
      unlawful or unsafe, we tell you why, beforehand where we can. We may also end the Service with at least 30 days’
      notice.`,
    paragraph`Closing your Groundswell account does not by itself close your brokerage account, and your money and
      investments stay yours. What must outlast the agreement does so: ${see('ownership')}, ${see('warranty')},
      ${see('liability')}, ${see('your-responsibility')}, ${see('disputes')} and ${see('law')}.`,
  ],
};
