import type { DemoConcept } from '../demo-concept.js';

export const society: readonly DemoConcept[] = [
  {
    key: 'creator-economy',
    name: 'Creator Economy',
    description:
      'Fifty million people call themselves creators. The stages they stand on, the tools they cut with, and the shops they sell through.',
    daysAgo: 660,
    parts: [
      {
        name: 'Stages',
        description: 'Where the audience is.',
        holdings: [
          ['META', 'Meta Platforms, Inc.', '14.00'],
          ['GOOGL', 'Alphabet Inc. Class A', '14.00'],
          ['SPOT', 'Spotify Technology S.A.', '11.00'],
          ['PINS', 'Pinterest, Inc.', '7.00'],
          ['SNAP', 'Snap Inc.', '4.00'],
          ['RBLX', 'Roblox Corporation', '8.00'],
        ],
      },
      {
        name: 'Tools',
        description: 'What things are made with.',
        holdings: [
          ['ADBE', 'Adobe Inc.', '12.00'],
          ['U', 'Unity Software Inc.', '5.00'],
          ['WIX', 'Wix.com Ltd.', '5.00'],
        ],
      },
      {
        name: 'Shops',
        description: 'Where attention turns into income.',
        holdings: [
          ['SHOP', 'Shopify Inc.', '14.00'],
          ['ETSY', 'Etsy, Inc.', '6.00'],
        ],
      },
    ],
    changes: [
      {
        daysAgo: 210,
        reason: 'Reddit is listed now, and pays the people who write there.',
        remove: ['SNAP'],
        add: { Stages: [['RDDT', 'Reddit, Inc.', '4.00']] },
      },
    ],
  },
  {
    key: 'digital-currencies',
    name: 'Digital Currencies',
    description:
      'Coins alone, no companies around them: stores of value, platforms for contracts and means of payment. Moves more in a day than most trends do in a month.',
    daysAgo: 590,
    parts: [
      {
        name: 'Stores of value',
        description: 'Few, old and widely held.',
        holdings: [
          ['BTC/USD', 'Bitcoin', '50.00'],
          ['LTC/USD', 'Litecoin', '5.00'],
        ],
      },
      {
        name: 'Platforms',
        description: 'Coins that pay for computation.',
        holdings: [
          ['ETH/USD', 'Ethereum', '25.00'],
          ['SOL/USD', 'Solana', '8.00'],
          ['AVAX/USD', 'Avalanche', '4.00'],
          ['LINK/USD', 'Chainlink', '4.00'],
        ],
      },
      {
        name: 'Decentralized finance',
        description: 'Exchanges and lenders without a bank.',
        holdings: [
          ['UNI/USD', 'Uniswap', '2.00'],
          ['AAVE/USD', 'Aave', '2.00'],
        ],
      },
    ],
  },
  {
    key: 'future-of-money',
    name: 'Future of Money',
    description:
      'Cards, wallets, exchanges and the coins themselves: a bet on how people will pay, without a bet on who wins.',
    daysAgo: 480,
    parts: [
      {
        name: 'Payments',
        description: 'The rails that money runs on today.',
        holdings: [
          ['V', 'Visa Inc.', '18.00'],
          ['MA', 'Mastercard Incorporated', '16.00'],
          ['PYPL', 'PayPal Holdings, Inc.', '9.00'],
          ['XYZ', 'Block, Inc.', '8.00'],
        ],
      },
      {
        name: 'Exchanges and brokers',
        description: 'Doors between dollars and coins.',
        holdings: [
          ['COIN', 'Coinbase Global, Inc.', '12.00'],
          ['HOOD', 'Robinhood Markets, Inc.', '9.00'],
        ],
      },
      {
        name: 'Coins',
        description: 'The assets themselves.',
        holdings: [
          ['BTC/USD', 'Bitcoin', '18.00'],
          ['ETH/USD', 'Ethereum', '10.00'],
        ],
      },
    ],
    changes: [
      {
        daysAgo: 120,
        reason:
          'PayPal loses checkout to others; half of its weight goes to the exchange that institutions use.',
        remove: ['PYPL', 'COIN'],
        add: {
          Payments: [['PYPL', 'PayPal Holdings, Inc.', '4.50']],
          'Exchanges and brokers': [['COIN', 'Coinbase Global, Inc.', '16.50']],
        },
      },
    ],
  },
  {
    key: 'longer-lives',
    name: 'Longer Lives',
    description:
      'Medicine moves from treating diseases to putting them off. Weight, genes and the instruments that read both.',
    daysAgo: 395,
    parts: [
      {
        name: 'Metabolism',
        description: 'The drugs that changed what weight means for health.',
        holdings: [
          ['LLY', 'Eli Lilly and Company', '18.00'],
          ['NVO', 'Novo Nordisk A/S', '14.00'],
          ['DXCM', 'DexCom, Inc.', '8.00'],
        ],
      },
      {
        name: 'Gene medicine',
        description: 'Repair instead of repeat prescriptions.',
        holdings: [
          ['VRTX', 'Vertex Pharmaceuticals Incorporated', '13.00'],
          ['REGN', 'Regeneron Pharmaceuticals, Inc.', '11.00'],
          ['CRSP', 'CRISPR Therapeutics AG', '6.00'],
          ['NTLA', 'Intellia Therapeutics, Inc.', '3.33'],
          ['BEAM', 'Beam Therapeutics Inc.', '2.67'],
        ],
      },
      {
        name: 'Instruments',
        description: 'Reading genes and proteins at scale.',
        holdings: [
          ['TMO', 'Thermo Fisher Scientific Inc.', '12.00'],
          ['DHR', 'Danaher Corporation', '7.00'],
          ['ILMN', 'Illumina, Inc.', '5.00'],
        ],
      },
    ],
  },
];
