import { privacyMailbox } from '../contact.js';
import { bullets, emphasis, entries, link, paragraph, type Section, see, text } from '../document.js';

export const retention: Section = {
  id: 'how-long',
  title: 'How long we keep it',
  blocks: [
    entries(
      ['E-mail address', text`Until we erase you, or you leave the waitlist without having an account.`],
      [
        'E-mail address you have asked for',
        text`Until you follow the link we mail to it or stop the change, for an hour at most.`,
      ],
      [
        'E-mail address you have changed',
        text`For 3 days, in which you can have it back by the link we mail to it.`,
      ],
      [
        'Application not sent yet',
        text`What you typed is kept until you send it, or for 30 days after you last changed it. Your Social Security
          number is never part of it.`,
      ],
      [
        'Social Security number',
        text`Deleted at the moment we record the broker’s acceptance of your application. If no acceptance comes, it
          is deleted when its time limit runs out.`,
      ],
      [
        'Bank account number',
        text`Deleted at the moment we record the broker’s acceptance of the bank link, or when its time limit runs out.
          The last four digits stay with the link, also after you have replaced it.`,
      ],
      ['Waitlist entry', text`Until you leave the list or ask us to erase it.`],
      [
        'Account and application details',
        text`While you have an account, and afterwards for as long as a law or an open transfer, return or dispute
          requires.`,
      ],
      [
        'Two-step sign-in',
        text`The secret that your authenticator app shares with us is kept until you turn two-step sign-in off; one that
          no first code was entered for, for 30 minutes.`,
      ],
      [
        'Recovery codes',
        text`Kept as hashes alone. One goes when it is used, and all of them when new ones take their place or two-step
          sign-in is turned off.`,
      ],
      [
        'Linked Google account',
        text`The number by which Google knows it is kept until it is unlinked or a new password is set.`,
      ],
      [
        'Sessions',
        text`When each began and was last used, and on which browser and system, until 30 days after the sign-in, also
          when you signed out before.`,
      ],
      [
        'Networks you signed in from',
        text`Each as a keyed hash, which nobody can read back, for 30 days after you last came from there.`,
      ],
      ['Password reset links', text`They stop working once used, or after one hour.`],
      ['Request counters by IP address', text`Until they expire by themselves.`],
      ['Events', text`Permanently, without personal information: see ${see('history')}.`],
    ),
  ],
};

export const history: Section = {
  id: 'history',
  title: 'The record that stays',
  blocks: [
    paragraph`Groundswell keeps a history of everything that happened, such as “a trend’s weights changed” or “a transfer
      was settled”. It is never rewritten: this is how we can show a trend as it was on any date and how every figure
      can be checked. That history holds no names, addresses, e-mail addresses or full numbers. Where a person is
      concerned it holds a random reference, whose meaning is in the vault alone.`,
    paragraph`When you are erased, your details and your key are destroyed. The history stays whole, but its references
      to you then lead nowhere.`,
    paragraph`What we publish of it, the change log of each trend, is about trends and says what was changed, when and
      why. It contains nothing about investors or people on the waitlist.`,
  ],
};

export const rights: Section = {
  id: 'your-choices',
  title: 'Your choices and rights',
  blocks: [
    paragraph`These are open to everyone who uses the Service, wherever you live. We charge nothing for them and will
      not treat you worse for using them.`,
  ],
  subsections: [
    {
      id: 'what-you-may-ask',
      title: 'What you may ask for',
      blocks: [
        bullets(
          text`${emphasis('Leave the waitlist')} at any time, by the link in any waitlist e-mail.`,
          text`${emphasis('See')} what we hold about you, in a form you can take elsewhere, with where it came from
            and who received it.`,
          text`${emphasis('Correct')} what is wrong. A bank link is corrected by adding a new one, which replaces the
            old.`,
          text`${emphasis('Erase')} what we hold about you. We delete your entries in the vault and destroy your key.`,
          text`${emphasis('Object')} to a use of your information, or withdraw a consent you gave.`,
        ),
      ],
    },
    {
      id: 'how-to-ask',
      title: 'How to ask',
      blocks: [
        paragraph`Write to ${privacyMailbox} from the e-mail address you use with us, or have someone you have
          authorized in writing do so. To be sure that it is you, we may ask you to confirm by a link we send to that
          address. We answer within 30 days; if a request needs longer we say so, and why, within that time. If we
          refuse, we give the reason, and you may ask for a second look by replying.`,
      ],
    },
    {
      id: 'limits-of-erasure',
      title: 'When erasure has to wait',
      blocks: [
        paragraph`While money is on its way we need to know whose it is, and a bank may return a transfer as late as 60
          days after it was completed. If you have a brokerage account, we erase once it is closed, nothing is pending,
          and no law obliges us to keep a detail longer; we will tell you which detail and for how long. The broker
          must keep its own records for the time securities and anti-money-laundering rules set, and we cannot erase
          those for you.`,
        paragraph`A backup made before the erasure may still contain your encrypted details until that backup is
          replaced. If we ever have to restore one, we erase you again before it is used.`,
      ],
    },
    {
      id: 'state-rights',
      title: 'State privacy laws and browser signals',
      blocks: [
        paragraph`Laws of California and other states give their residents rights to know, correct, delete and carry
          away their information, and to refuse its sale or its use for targeted advertising. The rights above are
          meant to cover them. Because we neither sell personal information nor use it for such advertising, there is
          nothing to opt out of, and signals such as Global Privacy Control or Do Not Track change nothing: everyone
          is treated as if they had sent one. We use sensitive information, such as your Social Security number, only
          to have your account opened. You may also complain to the attorney general of your state.`,
      ],
    },
  ],
};

export const minors: Section = {
  id: 'under-18',
  title: 'People under 18',
  blocks: [
    paragraph`The Service is for people who are at least 18 years old. We do not knowingly collect information from
      anyone younger; an application with a date of birth that makes the person younger than 18 is refused. If you
      believe that a minor has given us information, tell us and we will erase it.`,
  ],
};

export const place: Section = {
  id: 'where',
  title: 'Where information is handled',
  blocks: [
    paragraph`The Service is meant for people in the United States, and the broker is there. If you use the Service
      from another country, your information comes to us from that country and is handled under this policy.`,
  ],
};

export const changes: Section = {
  id: 'changes',
  title: 'Changes to this policy',
  blocks: [
    paragraph`When we change this policy we change the date at its top. Before a change that matters to you takes
      effect, such as a new use of information we already hold, we write to the e-mail address of everyone with an
      account or a place on the waitlist. Where the law asks for your consent, we ask for it.`,
  ],
};

export const contact: Section = {
  id: 'contact',
  title: 'How to reach us',
  blocks: [
    paragraph`Questions, requests and complaints about privacy: ${privacyMailbox}. Please do not put your Social
      Security number, your bank account number or a password in an e-mail; we never need them to answer you.`,
    paragraph`The rules for using the Service are in our ${link('Terms of Use', '/terms_of_service')}.`,
  ],
};
