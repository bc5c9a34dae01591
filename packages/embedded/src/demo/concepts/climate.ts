import type { DemoConcept } from '../demo-concept.js';

export const climate: readonly DemoConcept[] = [
  {
    key: 'clean-energy',
    name: 'Green Power',
    description:
      'Sun, wind and heat from the earth are now the cheapest new electricity in most of the world. This trend holds the companies that make, build and run it.',
    daysAgo: 880,
    parts: [
      {
        name: 'Solar',
        description: 'Panels, trackers and the electronics between roof and grid.',
        holdings: [
          ['FSLR', 'First Solar, Inc.', '14.00'],
          ['ENPH', 'Enphase Energy, Inc.', '10.00'],
          ['SEDG', 'SolarEdge Technologies, Inc.', '8.00'],
          ['RUN', 'Sunrun Inc.', '6.00'],
          ['NXT', 'Nextracker Inc.', '8.00'],
        ],
      },
      {
        name: 'Renewable utilities',
        description: 'Owners of wind, water, solar and geothermal plants, paid by the megawatt-hour.',
        holdings: [
          ['NEE', 'NextEra Energy, Inc.', '20.00'],
          ['BEP', 'Brookfield Renewable Partners L.P.', '12.00'],
          ['ORA', 'Ormat Technologies, Inc.', '10.00'],
          ['CWEN', 'Clearway Energy, Inc.', '12.00'],
        ],
      },
    ],
    changes: [
      {
        daysAgo: 610,
        reason: 'Visitors searched for clean energy and didn’t find this trend under its first name.',
        rename: 'Clean Energy',
      },
      {
        daysAgo: 320,
        reason: 'SolarEdge lost its lead in Europe; the weight goes to the makers that gain share.',
        remove: ['SEDG', 'FSLR'],
        add: {
          Solar: [
            ['FSLR', 'First Solar, Inc.', '18.00'],
            ['ARRY', 'Array Technologies, Inc.', '4.00'],
          ],
        },
      },
    ],
  },
  {
    key: 'climate-technology',
    name: 'Climate Tech',
    description:
      'Storing power, moving it and using less of it: the machines that a warming world orders first, no matter who wins elections.',
    daysAgo: 540,
    parts: [
      {
        name: 'Storage and hydrogen',
        description: 'Batteries for the grid, and fuel for what batteries cannot move.',
        holdings: [
          ['FLNC', 'Fluence Energy, Inc.', '14.00'],
          ['QS', 'QuantumScape Corporation', '6.00'],
          ['PLUG', 'Plug Power Inc.', '5.00'],
          ['ALB', 'Albemarle Corporation', '12.50'],
        ],
      },
      {
        name: 'Electrification',
        description: 'Cars, chargers and on-site power.',
        holdings: [
          ['TSLA', 'Tesla, Inc.', '17.50'],
          ['RIVN', 'Rivian Automotive, Inc.', '7.00'],
          ['CHPT', 'ChargePoint Holdings, Inc.', '4.00'],
          ['BE', 'Bloom Energy Corporation', '10.00'],
        ],
      },
      {
        name: 'Grid and finance',
        description: 'Turbines, lines and the lenders behind them.',
        holdings: [
          ['GEV', 'GE Vernova Inc.', '15.00'],
          ['HASI', 'HA Sustainable Infrastructure Capital, Inc.', '9.00'],
        ],
      },
    ],
  },
  {
    key: 'water-scarcity',
    name: 'Water Scarcity',
    description:
      'Four billion people live with too little water for part of every year. These companies clean it, carry it, measure it and waste less of it.',
    daysAgo: 700,
    parts: [
      {
        name: 'Equipment and metering',
        description: 'Pumps, valves and meters.',
        holdings: [
          ['XYL', 'Xylem Inc.', '18.00'],
          ['PNR', 'Pentair plc', '10.00'],
          ['WTS', 'Watts Water Technologies, Inc.', '9.00'],
          ['BMI', 'Badger Meter, Inc.', '9.00'],
          ['FELE', 'Franklin Electric Co., Inc.', '7.00'],
        ],
      },
      {
        name: 'Treatment',
        description: 'Clean water out of used or salt water.',
        holdings: [
          ['ECL', 'Ecolab Inc.', '14.00'],
          ['ERII', 'Energy Recovery, Inc.', '5.00'],
        ],
      },
      {
        name: 'Utilities',
        description: 'Regulated suppliers of drinking water.',
        holdings: [
          ['AWK', 'American Water Works Company, Inc.', '15.00'],
          ['WTRG', 'Essential Utilities, Inc.', '8.00'],
          ['CWT', 'California Water Service Group', '5.00'],
        ],
      },
    ],
  },
  {
    key: 'blue-economy',
    name: 'Blue Economy',
    description:
      'Nine tenths of trade travel by sea. Ships, shipyards and offshore power, for those who think that the ocean is the next industrial site.',
    daysAgo: 430,
    parts: [
      {
        name: 'Shipping',
        description: 'Containers, bulk and tankers.',
        holdings: [
          ['MATX', 'Matson, Inc.', '16.00'],
          ['KEX', 'Kirby Corporation', '14.00'],
          ['SBLK', 'Star Bulk Carriers Corp.', '10.00'],
          ['STNG', 'Scorpio Tankers Inc.', '12.00'],
        ],
      },
      {
        name: 'Yards and offshore',
        description: 'Builders and supply fleets of the open sea.',
        holdings: [
          ['HII', 'Huntington Ingalls Industries, Inc.', '18.00'],
          ['TDW', 'Tidewater Inc.', '12.00'],
          ['EQNR', 'Equinor ASA', '18.00'],
        ],
      },
    ],
  },
];
