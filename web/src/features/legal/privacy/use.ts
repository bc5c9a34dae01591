import { bullets, emphasis, entries, link, notice, paragraph, type Section, text } from '../document.js';

export const purposes: Section = {
  id: 'what-we-use-it-for',
  title: 'What we use it for',
  blocks: [
    paragraph`We use personal information to:`,
    bullets(
      text`run the waitlist: confirm your address, tell you when investing opens, and learn which trends people ask
        for (our staff see this as counts for each trend);`,
      text`sign you in, keep your session safe and let you set a new password;`,
      text`pass your application, bank link and transfers to the broker, and show you where each of them stands;`,
      text`keep the record of your cash right and compare it with the broker’s;`,
      text`answer you when you write to us;`,
      text`find and stop fraud, abuse and faults; and`,
      text`do what the law asks of us, and settle disputes.`,
    ),
    paragraph`We do not use it to choose investments for you, to score you, or to show you advertising. Whether an
      account is opened is the broker’s decision, made by the rules it must follow; if it turns you down, you may ask
      it for a review by a person.`,
  ],
};

export const mail: Section = {
  id: 'mail',
  title: 'E-mails from us',
  blocks: [
    paragraph`We send three kinds of e-mail: confirmations and news of the waitlist; messages you asked for, such as a
      link to set a new password (it works once, for one hour); and notices about your account, such as a transfer that
      was returned. Each is sent for a reason you can see in the e-mail itself.`,
    paragraph`Every waitlist e-mail has a link by which you leave the list, without signing in. Forms that take an
      e-mail address, such as the waitlist and password reset, give the same answer whether or not we know the
      address, so nobody can use them to learn whether you have an account.`,
    paragraph`We will never ask for your password, Social Security number or bank account number by e-mail.`,
  ],
};

export const sharing: Section = {
  id: 'sharing',
  title: 'Who else receives it',
  blocks: [
    notice`We do not sell personal information. We do not share it for advertising, on our site or anywhere else.`,
    paragraph`We pass it on only as follows, and only as much as each purpose needs:`,
    entries(
      [
        'The broker',
        text`Alpaca Securities LLC receives your application, your bank details and your transfer instructions,
          because it opens the account, checks identities as the law requires, and holds the cash and investments. It
          keeps its own records under its own duties.`,
      ],
      [
        'Google',
        text`If you sign in with Google, Google learns that you did. If address completion is switched on in the
          application form, what you type into the street address field goes to Google Maps to find matches; you may
          ignore the suggestions and type the address in full. Google’s
          ${link('privacy policy', 'https://policies.google.com/privacy')} covers what it does with this.`,
      ],
      [
        'Companies that work for us',
        text`Those that host the Service, store its data and deliver its e-mails. They may use what they handle for
          that work alone, and they receive it encrypted where the work allows.`,
      ],
      [
        'Authorities and courts',
        text`When a law, subpoena or court order that binds us requires it, or when it is needed to prevent fraud or
          serious harm. We check that a request is valid and give no more than it covers, and we tell you unless the
          law forbids it.`,
      ],
      [
        'A successor',
        text`If the Service passes to another company by sale or merger, personal information may pass with it, bound
          by this policy. We would tell you beforehand.`,
      ],
    ),
    paragraph`Prices, trends and performance figures are the same for everybody. Fetching them from our market data
      provider sends nothing about you.`,
  ],
};

export const protection: Section = {
  id: 'protection',
  title: 'How we protect it',
  blocks: [
    bullets(
      text`${emphasis('A vault, with a key for each person.')} E-mail addresses, names, postal addresses, identity and
        bank details are kept apart from everything else, each value encrypted (AES-256-GCM) under a key that belongs
        to one person alone and is itself locked by a master key.`,
      text`${emphasis('Numbers we do not need are not kept.')} Your Social Security number and bank account number are
        deleted at the moment we record that the broker has accepted them. Afterwards we know only the last four
        digits of the bank account number, so that you can recognize it.`,
      text`${emphasis('No personal information in our history.')} The Service records every change as an event. Events
        carry a random reference to a person, never the person’s details.`,
      text`${emphasis('Encrypted connections and short keys.')} Your browser reaches us over https. The key it sends
        expires within minutes. A renewal key that is used a
        second time by somebody else ends the whole session.`,
      text`${emphasis('Narrow access.')} Every request is refused unless a rule allows it. Our staff cannot read your
        Social Security number or bank account number in the Service, and what staff change is recorded with who,
        when and why.`,
    ),
    paragraph`No system is perfectly safe. If your information is exposed in a way that could harm you, we will tell you
      and the authorities as the law requires, say what happened, and say what you can do.`,
    paragraph`Please do your part: choose a password you use nowhere else, sign out on shared computers, and tell us at
      once if something looks wrong.`,
  ],
};
