import { bullets, link, paragraph, type Section, see, text } from '../document.js';

export const broker: Section = {
  id: 'broker',
  title: 'Your brokerage account',
  blocks: [
    paragraph`Brokerage services are provided by Alpaca Securities LLC (“the broker”), a broker-dealer that is a member
      of FINRA and SIPC. It is a separate company. We are not a broker-dealer or a bank, and we never hold your money
      or investments: the broker does, in an account in your name.`,
    bullets(
      text`${link('The broker’s agreements and disclosures', 'https://alpaca.markets/disclosures')} apply to that account,
        and you accept its account agreement when you apply. Where they and these Terms differ about the account, the
        broker’s agreement prevails.`,
      text`Federal law requires the broker to verify who you are. We pass it your application for that purpose. It alone
        decides whether to open, restrict or close an account.`,
      text`You authorize us to pass your instructions to the broker and to receive from it what we need to show your
        account to you.`,
      text`SIPC protects customers of its members, within limits, if a broker fails; it does not protect against a fall
        in value, and crypto assets are generally not covered. See ${link('sipc.org', 'https://www.sipc.org')}.`,
    ),
    paragraph`The balance we show is our record of your transfers, compared with the broker’s. If the two ever differ,
      the broker’s statement counts until the difference has been explained. Please read the statements it sends you.`,
  ],
};

export const transfers: Section = {
  id: 'transfers',
  title: 'Bank links and transfers',
  blocks: [],
  subsections: [
    {
      id: 'your-authorization',
      title: 'Your authorization',
      blocks: [
        paragraph`You may link only a US checking or savings account that you own. Each time you confirm a transfer, you
          authorize the broker and its bank to make one electronic (ACH) debit or credit of the amount shown, from your
          bank to your brokerage account or the other way round, and, if an entry was made in error, to correct it.
          The authorization is for that transfer alone. You may withdraw it by canceling, for as long as the
          transfer’s page offers to.`,
      ],
    },
    {
      id: 'limits-and-times',
      title: 'Limits and times',
      blocks: [
        bullets(
          text`A transfer is more than zero and in whole cents, and your transfers may come to at most $50,000 a trading
            day. You can send to your bank at most the cash available to withdraw. The broker and your bank may set lower limits.`,
          text`One bank link is active at a time. Changing it adds a new link and ends the old one at once: until the new one
            is linked, no money can move.`,
          text`A transfer usually takes a few banking days. Dates we show are estimates.`,
        ),
      ],
    },
    {
      id: 'returns',
      title: 'Returned transfers',
      blocks: [
        paragraph`“Completed” is not always final. A bank may return a transfer, in some cases up to 60 days after it
          completed, because of missing funds, a closed account or a claim that it was not authorized. The amount
          of a deposit is then taken back out of your brokerage account, and that of a withdrawal is put back into it; we
          tell you the reason your bank gave. If this leaves the account short, you owe the shortfall to the broker under its agreement. We or the broker may pause transfers after a
          return.`,
      ],
    },
    {
      id: 'transfer-errors',
      title: 'Errors and transfers you did not make',
      blocks: [
        paragraph`If a transfer or balance looks wrong, write to us or the broker as soon as you can, with the date and
          amount (see ${see('contact')}). Your rights under the Electronic Fund Transfer Act and the rules of the ACH
          network remain whole, whatever else these Terms say.`,
      ],
    },
  ],
};

export const fees: Section = {
  id: 'fees',
  title: 'Fees and taxes',
  blocks: [
    paragraph`Looking at trends and joining the waitlist are free. If we charge a fee for anything, its amount is shown
      before you confirm, and you are not charged what was not shown. The broker, your bank and the funds or assets you
      hold may have costs of their own. Taxes are yours to report and pay; the broker sends the tax forms the law
      requires.`,
  ],
};
