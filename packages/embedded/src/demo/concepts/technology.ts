import type { DemoConcept } from '../demo-concept.js';

export const technology: readonly DemoConcept[] = [
  {
    key: 'artificial-intelligence',
    name: 'Artificial Intelligence',
    description:
      'From the machines that print chips to the software that people talk to: the whole chain that artificial intelligence is paid through.',
    daysAgo: 760,
    parts: [
      {
        name: 'Chips',
        description: 'Processors and memory for training and answering.',
        holdings: [
          ['NVDA', 'NVIDIA Corporation', '18.00'],
          ['AMD', 'Advanced Micro Devices, Inc.', '9.00'],
          ['AVGO', 'Broadcom Inc.', '8.00'],
          ['TSM', 'Taiwan Semiconductor Manufacturing Company', '10.00'],
          ['INTC', 'Intel Corporation', '5.00'],
        ],
      },
      {
        name: 'Clouds and models',
        description: 'Data centers for rent, and what is trained in them.',
        holdings: [
          ['MSFT', 'Microsoft Corporation', '16.00'],
          ['GOOGL', 'Alphabet Inc. Class A', '12.00'],
          ['META', 'Meta Platforms, Inc.', '8.00'],
        ],
      },
      {
        name: 'Applications',
        description: 'Products whose buyers pay for the answer, not for the machine.',
        holdings: [
          ['PLTR', 'Palantir Technologies Inc.', '6.00'],
          ['NOW', 'ServiceNow, Inc.', '5.00'],
          ['AI', 'C3.ai, Inc.', '3.00'],
        ],
      },
    ],
    changes: [
      {
        daysAgo: 560,
        reason:
          'Intel has no part in the accelerators that data centers buy; its weight goes to the machines that all chips need.',
        remove: ['INTC'],
        add: { Chips: [['ASML', 'ASML Holding N.V.', '5.00']] },
      },
      {
        daysAgo: 300,
        reason: 'NVIDIA had grown to be more of this trend than one company should be.',
        remove: ['NVDA'],
        add: {
          Chips: [
            ['NVDA', 'NVIDIA Corporation', '15.00'],
            ['MU', 'Micron Technology, Inc.', '3.00'],
          ],
        },
      },
      {
        daysAgo: 90,
        reason: 'C3.ai missed its targets for the third quarter in a row.',
        remove: ['AI'],
        add: { Applications: [['SNOW', 'Snowflake Inc.', '3.00']] },
      },
      {
        daysAgo: 21,
        reason: 'Says what the trend has become since it was first described.',
        describe:
          'From the machines that print chips to the software that people talk to: the whole chain through which artificial intelligence earns money, with no company above 16%.',
      },
    ],
  },
  {
    key: 'cyber-defense',
    name: 'Cyber Defense',
    description:
      'Every company is a software company now, and every software company is a target. Those who guard identities, networks and clouds.',
    daysAgo: 620,
    parts: [
      {
        name: 'Endpoints and clouds',
        description: 'Guards on every laptop and server.',
        holdings: [
          ['CRWD', 'CrowdStrike Holdings, Inc.', '18.00'],
          ['S', 'SentinelOne, Inc.', '9.00'],
          ['TENB', 'Tenable Holdings, Inc.', '6.00'],
          ['QLYS', 'Qualys, Inc.', '7.00'],
        ],
      },
      {
        name: 'Networks and identity',
        description: 'Who may come in, and through which door.',
        holdings: [
          ['PANW', 'Palo Alto Networks, Inc.', '18.00'],
          ['FTNT', 'Fortinet, Inc.', '12.00'],
          ['ZS', 'Zscaler, Inc.', '12.00'],
          ['OKTA', 'Okta, Inc.', '8.00'],
          ['NET', 'Cloudflare, Inc.', '10.00'],
        ],
      },
    ],
  },
  {
    key: 'robots-at-work',
    name: 'Robots at Work',
    description:
      'Fewer hands and more parcels: robots in operating rooms, warehouses and fields, and the cameras that they see with.',
    daysAgo: 500,
    parts: [
      {
        name: 'Factories and warehouses',
        description: 'Arms, drives, sorters and machine vision.',
        holdings: [
          ['ROK', 'Rockwell Automation, Inc.', '15.00'],
          ['EMR', 'Emerson Electric Co.', '13.00'],
          ['SYM', 'Symbotic Inc.', '9.00'],
          ['ZBRA', 'Zebra Technologies Corporation', '9.00'],
          ['CGNX', 'Cognex Corporation', '9.00'],
          ['TER', 'Teradyne, Inc.', '10.00'],
        ],
      },
      {
        name: 'Hospitals and fields',
        description: 'Where precision pays at once.',
        holdings: [
          ['ISRG', 'Intuitive Surgical, Inc.', '20.00'],
          ['DE', 'Deere & Company', '15.00'],
        ],
      },
    ],
  },
  {
    key: 'new-space-race',
    name: 'New Space Race',
    description:
      'A launch costs a tenth of what it did. Rockets, satellites and the services that only work from above.',
    daysAgo: 140,
    parts: [
      {
        name: 'Launch and landers',
        description: 'Getting there.',
        holdings: [
          ['RKLB', 'Rocket Lab Corporation', '22.00'],
          ['LUNR', 'Intuitive Machines, Inc.', '10.00'],
          ['RDW', 'Redwire Corporation', '6.00'],
          ['LMT', 'Lockheed Martin Corporation', '14.00'],
        ],
      },
      {
        name: 'Connections and pictures',
        description: 'Telephony, internet and images from orbit.',
        holdings: [
          ['ASTS', 'AST SpaceMobile, Inc.', '16.00'],
          ['IRDM', 'Iridium Communications Inc.', '12.00'],
          ['GSAT', 'Globalstar, Inc.', '8.00'],
          ['PL', 'Planet Labs PBC', '12.00'],
        ],
      },
    ],
    changes: [
      {
        daysAgo: 35,
        reason: 'Viasat wins more of the new contracts than Globalstar does.',
        remove: ['GSAT'],
        add: { 'Connections and pictures': [['VSAT', 'Viasat, Inc.', '8.00']] },
      },
    ],
  },
];
