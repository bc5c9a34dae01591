import { bullets, emphasis, entries, paragraph, type Section, see, text } from '../document.js';

export const scope: Section = {
  id: 'scope',
  title: 'Who we are and what this covers',
  blocks: [
    paragraph`Groundswell (“we”, “us”) runs a website on which people look at investing trends, join a waitlist, open
      a brokerage account with a broker we work with, link a bank account and move cash. This policy covers what we do
      with information about people who use that site and its e-mails (together, the “Service”).`,
    paragraph`It does not cover what other companies do on their own account. The broker that holds your money and
      investments, Alpaca Securities LLC (“the broker”), has its own privacy notice, which it gives you when you apply
      for an account.`,
    paragraph`“Personal information” here means anything that identifies you or can reasonably be tied to you.`,
  ],
};

export const collection: Section = {
  id: 'what-we-collect',
  title: 'What we collect',
  blocks: [
    paragraph`You can browse every trend without telling us who you are. We ask for information only at the step that
      needs it.`,
  ],
  subsections: [
    {
      id: 'what-you-give-us',
      title: 'What you give us',
      blocks: [
        entries(
          [
            'Waitlist',
            text`Your e-mail address, the trend you came from if there was one, and the times you joined, confirmed or
              left.`,
          ],
          [
            'Sign-in',
            text`Your e-mail address and a password. We keep the password only as an argon2id hash, from which it
              cannot be read back. A person on the waitlist has no password until they choose one. If you turn two-step
              sign-in on: a secret that your authenticator app shares with us, encrypted, and ten recovery codes as
              hashes.`,
          ],
          [
            'Account application',
            text`First and last name, e-mail address, phone number, street address, city, state and ZIP code, date of
              birth, Social Security number, employment status, source of funds, the disclosures that securities rules
              ask about (ties to an exchange or FINRA member, to a public company, or to a senior political figure),
              and your answer to the broker’s account agreement with its version, the time and your IP address. We keep
              it as you type it, encrypted, so that you can go on later; all but your Social Security number, which
              comes to us when you send the application.`,
          ],
          [
            'Bank link',
            text`The account owner’s name, bank account number, routing number and whether the account is checking or
              savings.`,
          ],
          [
            'Transfers',
            text`The amount, the direction, the bank link used and what became of the transfer, including a return and
              its reason.`,
          ],
          ['Messages', text`What you write when you contact us.`],
        ),
      ],
    },
    {
      id: 'what-comes-by-itself',
      title: 'What comes with using the site',
      blocks: [
        bullets(
          text`${emphasis('IP address.')} We count requests by IP address to slow down password guessing and floods.
            The counters expire by themselves and are not used to build a profile of you.`,
          text`${emphasis('Sessions.')} When you sign in we keep a record of the session, so that it can be renewed,
            ended, and shut down if its tokens are used by somebody else: when it began and was last used, and your
            browser and system in a few words, such as “Firefox on Windows”. The network you came from is kept as a
            keyed hash, which tells us that you were there before and nothing else.`,
          text`${emphasis('Technical records.')} Our logs say which part of the Service was called, how long it took
            and whether it failed, with a random number that ties together the steps of one request. They are written
            without e-mail addresses, names, passwords, tokens, or account and identity numbers.`,
        ),
      ],
    },
    {
      id: 'what-others-tell-us',
      title: 'What others tell us',
      blocks: [
        bullets(
          text`${emphasis('The broker')} tells us whether your application, bank link or transfer was accepted,
            refused, settled or returned, why, and how much cash your account holds.`,
          text`${emphasis('Google')}, if you choose to sign in with Google, confirms your e-mail address. We ask
            Google for nothing else: no contacts, no files, no calendar.`,
        ),
      ],
    },
    {
      id: 'what-we-do-not-collect',
      title: 'What we do not collect',
      blocks: [
        paragraph`We do not use advertising or third-party analytics trackers, do not read your bank statements, never
          ask for your online banking password, do not follow your precise location, and do not buy information about
          you. Images uploaded to the Service come from our own staff, and hidden data in them, such as where a
          picture was taken, is removed.`,
      ],
    },
  ],
};

export const browserStorage: Section = {
  id: 'browser-storage',
  title: 'What your browser keeps',
  blocks: [
    paragraph`To keep you signed in, the site stores three items in your browser’s web storage: ${emphasis('token')}, a
      short-lived key sent with each request; ${emphasis('refresh_token')}, used to renew it and replaced at each
      renewal; and ${emphasis('token_time')}, when it was issued. If you open a page that needs sign-in first, the
      address of that page is kept until you have signed in. The site may also keep your choice of a light or dark
      look and, until you close the tab, a number that says how recent your last change is, so that you see it at
      once.`,
    paragraph`From the review of a transfer on, ${emphasis('transfer_under_way')} keeps its amount, direction and bank
      link, the time, and two random references: one to you, and one by which we make the transfer once, however often
      it is sent. There may be several, for what you reviewed in half an hour. Each goes once we have taken or refused the
      transfer, or with the next review after its half hour. If you visit the page Verify,
      ${emphasis('groundswell_checkpoint')} keeps a line about our public log that your next visit compares with; it says
      nothing about you.`,
    paragraph`Signing out removes the three items and ${emphasis('transfer_under_way')}, and ends the session on our side.
      Clearing the site’s data in your browser removes everything named here. Your Social Security number and bank
      account number are never saved in the browser.`,
    paragraph`We set no cookies for advertising or for following you across sites. When you use a feature provided by
      Google (see ${see('sharing')}), Google may store its own items in your browser under its own policy.`,
  ],
};
