import { bullets, emphasis, notice, paragraph, type Section, text } from '../document.js';

export const advice: Section = {
  id: 'no-advice',
  title: 'Information, not advice',
  blocks: [
    paragraph`Trends, figures, explanations and e-mails are general information. They are the same for every visitor
      and take no account of your goals, your means, your taxes or what else you own. Nothing in the Service is
      investment, legal, tax or accounting advice, a recommendation to buy, sell or hold anything, or an offer where
      an offer would be unlawful. That we list an asset, or change its weight, is not a statement that it suits you.`,
    paragraph`You decide for yourself. If you are unsure, ask a professional who knows your situation.`,
  ],
};

export const performance: Section = {
  id: 'performance',
  title: 'How to read performance figures',
  blocks: [
    notice`Past performance, simulated or tracked, does not tell you what happens next. You can lose money, including
      everything you put in.`,
  ],
  subsections: [
    {
      id: 'tracked-and-simulated',
      title: 'Tracked and simulated',
      blocks: [
        paragraph`${emphasis('Tracked')} performance covers the days since a trend was created. It follows the trend’s
          weights as they stood on each of those days. ${emphasis('Simulated')} performance covers days before that: we
          take the trend’s first list and apply it backwards to old prices. Nobody chose that list at the time and
          nobody held it. A list chosen with knowledge of the past tends to look better than one chosen without.
          Simulated parts are marked as simulated and drawn apart.`,
        paragraph`Neither is the result of a real account. Tracked figures show what a list would have returned, not
          what any person earned.`,
      ],
    },
    {
      id: 'how-figures-are-made',
      title: 'How the figures are made',
      blocks: [
        bullets(
          text`We start from $100 on the first trading session at or after one year before the latest one.`,
          text`Weights are scaled to 100% and brought back to their targets at each change of the list and on the first
            session of each quarter.`,
          text`Daily closing prices come from our market data provider and are adjusted for splits and dividends, as if
            dividends were reinvested.`,
          text`Something without prices yet leaves its share to the rest of the list until it has some. Crypto, which
            trades at all hours, is measured on stock-market sessions.`,
          text`${emphasis('Fees, taxes and trading costs are not included.')} They would make the result lower.`,
        ),
        paragraph`The page of each trend prints the method and dates beside its figures; where that page is more
          precise than this one, it prevails.`,
      ],
    },
    {
      id: 'benchmark',
      title: 'The comparison with the S&P 500',
      blocks: [
        paragraph`For “S&P 500” we use SPY, an exchange-traded fund that follows the index, with its dividends
          included. It bears the fund’s own costs, and an index cannot be bought directly. A trend usually holds fewer
          and riskier assets than the index, so the two are not alike. S&P 500 is a trademark of its owner, who has no
          part in Groundswell.`,
      ],
    },
    {
      id: 'data-faults',
      title: 'Delays and faults in data',
      blocks: [
        paragraph`Prices are normally updated after the close of the US market; they are not live quotes and must not be
          used as such. Data can be late, missing or wrong. When we find a fault we correct the figures, and the
          history of a trend keeps showing what was changed.`,
      ],
    },
  ],
};

export const risk: Section = {
  id: 'risk',
  title: 'The risks of investing',
  blocks: [
    bullets(
      text`The value of stocks and crypto goes up and down and may fall to nothing.`,
      text`A trend is narrow by design. What it holds may fall together, and a trend can end, or never arrive.`,
      text`Crypto assets swing more than most stocks, may be hard to sell, and are less regulated.`,
      text`Rebalancing sells what has risen and buys what has fallen. It does not prevent loss, and each sale may be
        taxed.`,
      text`Curators can be wrong, and so can the computer programs, people and companies the Service depends on.`,
    ),
    paragraph`Investments are not bank deposits, are not guaranteed by us or any bank, and may lose value. Do not invest
      money that you cannot afford to lose or will need soon.`,
  ],
};
