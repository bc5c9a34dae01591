import { emphasis, link, paragraph, type Section, see } from '../document.js';

export const agreement: Section = {
  id: 'agreement',
  title: 'The agreement between us',
  blocks: [
    paragraph`These Terms of Use (“Terms”) are an agreement between you and Groundswell (“we”, “us”) about the
      Groundswell website, its e-mails and everything offered through them (together, the “Service”). You accept them
      when you use the Service, join the waitlist or create an account. If you do not accept them, please do not use
      the Service.`,
    paragraph`Our ${link('Privacy Policy', '/privacy_policy')} says what we do with information about you. Your
      brokerage account is governed, in addition, by your agreements with the broker: see ${see('broker')}.`,
  ],
};

export const eligibility: Section = {
  id: 'eligibility',
  title: 'Who may use Groundswell',
  blocks: [
    paragraph`You must be at least 18 years old. To open a brokerage account you must also be able to enter into a
      binding contract, live in the United States, have a Social Security number, and meet the broker’s conditions.
      You use the Service for yourself, not on behalf of somebody else, and not where the law forbids it.`,
  ],
};

export const service: Section = {
  id: 'service',
  title: 'What Groundswell is',
  blocks: [
    paragraph`Groundswell publishes curated lists of stocks and crypto assets, called trends, each with the share
      (“weight”) of everything in it. Anyone can read them, see how they would have performed, and see every change
      made to them. With an account you can apply for a brokerage account, link a bank account and move cash between
      the two.`,
    paragraph`${emphasis('What is open now.')} Pages that describe investing in a trend, such as
      starting with as little as $5, investing in one click, or automatic rebalancing, describe it as it works once
      investing is open to you. Until then the buttons lead to the waitlist, and nothing is bought or sold for you.
      Before your first investment we will show you what applies to it, including its costs.`,
    paragraph`Quotations on our pages are illustrations unless we name the person and say otherwise. They are not
      reports of what customers experienced.`,
  ],
};

export const waitlist: Section = {
  id: 'waitlist',
  title: 'The waitlist',
  blocks: [
    paragraph`Joining the waitlist costs nothing and commits neither of us to anything. It is not an account, an order
      or a promise that investing will open to you by a certain date. You may leave at any time by the link in every
      waitlist e-mail. Please enter only an e-mail address that is yours.`,
  ],
};

export const account: Section = {
  id: 'your-account',
  title: 'Your account and sign-in',
  blocks: [
    paragraph`What you tell us must be true, complete and about yourself, and you must keep it so. One person has one
      account. Keep your password to yourself, and sign out on devices that others use.`,
    paragraph`If you think that somebody else has used your account, write to us at once (see ${see('contact')}), set a
      new password, and tell your bank if money may have moved. We may end your sessions or pause the account while we
      look into it. Where the law limits what you can be made to bear for transactions you did not authorize, these
      Terms do not change that.`,
  ],
};

export const electronicRecords: Section = {
  id: 'electronic-records',
  title: 'Electronic records and signatures',
  blocks: [
    paragraph`You agree to receive agreements, notices and records from us electronically, on the site or by e-mail,
      and that a box you tick or a button you press, where it says so, counts as your signature. You need a current web
      browser, an e-mail address and a way to save or print pages. You may ask us for a paper copy of a record, or
      withdraw this consent, by writing to us; since the Service exists only online, we then have to close your account.
      What was agreed before stays agreed.`,
  ],
};
