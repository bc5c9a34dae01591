// What may import what (docs/architecture.md). Patterns carry no feature names, so that a new slice needs no new rule.
const deployable = '^(command-service|query-service|projections|workers|web)/';
const only = (name, comment, module, allowed) => ({
  name,
  comment,
  severity: 'error',
  from: { pathNot: [...allowed, '\\.spec\\.tsx?$', '^node_modules/'] },
  to: { path: module },
});

/** Our packages, or folders of them, that each room may import; its tests, and what they stand on, may import all. */
const mayImport = {
  'packages/contracts': [],
  'packages/platform': ['contracts', 'domain/src/back-off'],
  'packages/domain': ['contracts'],
  'packages/broker': ['domain/src/back-off'],
  'packages/broker-sandbox': ['platform', 'domain'],
  'packages/embedded': ['contracts', 'platform', 'domain/src/back-off'],
  'packages/testing': [],
  'command-service': ['contracts', 'platform', 'domain', 'broker'],
  projections: ['contracts', 'platform', 'domain'],
  'query-service': ['contracts', 'platform', 'domain'],
  workers: ['contracts', 'platform', 'domain', 'broker'],
  web: ['contracts', 'domain'],
};
const ofTests = ['\\.spec\\.tsx?$', '/(spec-kit|specification|trial|conformance)/'];
const packagesOf = ([room, packages]) => ({
  name: `${room.replace('packages/', '')}-imports-what-it-may`,
  comment: 'The table of rooms in docs/architecture.md says which packages that are.',
  severity: 'error',
  from: { path: `^${room}/`, pathNot: ofTests },
  to: { path: '^packages/', pathNot: [`^${room}/`, ...packages.map((name) => `^packages/${name}/`)] },
});

module.exports = {
  forbidden: [
    ...Object.entries(mayImport).map(packagesOf),
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [
          '\\.d\\.ts$',
          '\\.spec\\.tsx?$',
          '\\.config\\.ts$',
          '(^|/)main\\.tsx?$',
          'src/index\\.ts$',
          '^e2e/',
          '^bench/',
          '^scripts/',
        ],
      },
      to: {},
    },
    {
      name: 'contracts-know-zod-alone',
      severity: 'error',
      from: { path: '^packages/contracts/src', pathNot: '\\.spec\\.ts$' },
      to: { pathNot: ['^packages/contracts/src', '/zod/'] },
    },
    {
      name: 'routes-know-nothing',
      comment: 'The web app loads them: what they import, each visitor downloads.',
      severity: 'error',
      from: { path: '^packages/contracts/src/http/routes\\.ts$' },
      to: {},
    },
    {
      name: 'domain-is-pure',
      comment: 'Rules import the contracts alone: no framework, no clock, no ids, no I/O.',
      severity: 'error',
      from: { path: '^packages/domain/src', pathNot: ['\\.spec\\.ts$', '/spec-kit/'] },
      to: { pathNot: ['^packages/(domain|contracts)/'] },
    },
    {
      name: 'a-business-area-keeps-to-itself',
      comment:
        'What two areas of one deployable share stands at its top level or in the platform. Operator commands are an entry of their own, as main is.',
      severity: 'error',
      from: {
        path: '^(command-service|query-service|workers)/src/([^/]+)/',
        pathNot: [...ofTests, '/src/operator/'],
      },
      to: { path: '^$1/src/[^/]+/', pathNot: ['^$1/src/$2/', '^$1/src/shared/'] },
    },
    {
      name: 'parts-of-an-area-import-one-way',
      comment: 'An area that is sliced further: of two of its folders, at most one imports the other.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^command-service/src/[^/]+/[^/]+' },
      to: { circular: true },
    },
    {
      name: 'web-features-keep-to-themselves',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/features/([^/]+)/', pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'the-kit-knows-no-product',
      comment:
        'Buttons, tables and dialogs would serve another product as well: what knows calls or trends is in shared.',
      severity: 'error',
      from: { path: '^web/src/components/', pathNot: '\\.spec\\.' },
      to: { path: '^(packages|web/src)/', pathNot: '^web/src/components/' },
    },
    {
      name: 'what-features-share-knows-none-of-them',
      severity: 'error',
      from: { path: '^web/src/shared/' },
      to: { path: '^web/src/(app|features|forms)/' },
    },
    {
      name: 'performance-is-printed-with-its-provenance',
      comment: 'One component prints figures of performance, and asks what they rest on.',
      severity: 'error',
      from: { path: '^web/src/', pathNot: ['^web/src/shared/performance/'] },
      to: {
        path: '^web/src/shared/performance/',
        pathNot: ['^web/src/shared/performance/performance-figure\\.tsx$'],
      },
    },
    {
      name: 'deployables-never-import-each-other',
      comment: 'The one exception: query-service reads the queries of the read models in projections.',
      severity: 'error',
      from: { path: '^(command-service|query-service|projections|workers|web)/' },
      to: { path: deployable, pathNot: ['^$1/', '^projections/(src|dist)/index\\.(d\\.)?[jt]s$'] },
    },
    {
      name: 'projections-index-is-for-query-service',
      severity: 'error',
      from: { path: '^(command-service|workers|web)/' },
      to: { path: '^projections/' },
    },
    {
      name: 'a-replay-sends-nothing',
      comment:
        'Projections have nothing to send with: no broker, no queue, no mail, no HTTP client. Operator commands look at queues, count what is overdue in the vault, and read mirrored checkpoints; the health server answers.',
      severity: 'error',
      from: {
        path: '^projections/src/',
        pathNot: [
          '\\.spec\\.ts$',
          '/src/specification/',
          '^projections/src/operator/(status|status-text|unanswered|trace|audit|audit-copies|config)\\.ts$',
        ],
      },
      to: {
        path: [
          '^packages/broker',
          '^packages/platform/src/(queue|vault|links|http|identity|mirror)/',
          '/node_modules/(nodemailer|undici)/',
          '^(node:)?(http|http2|https|net|tls|dgram)$',
        ],
      },
    },
    {
      name: 'benches-run-without-vitest',
      comment:
        'The index of the test kit uses vitest, which works in specs only: `npm run load` once ended at this import.',
      severity: 'error',
      from: { path: '^bench/src/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^packages/testing/(src|dist)/index\\.' },
    },
    {
      name: 'packages-never-import-deployables',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: deployable },
    },
    only('event-store-client-in-one-place', 'Its quirks are handled once.', '/@eventstore/db-client/', [
      '^packages/platform/src/event-store/',
      '^packages/embedded/src/event-store/',
      '^bench/',
    ]),
    only(
      'postgres-in-few-places',
      'Read models write through the transaction they are handed.',
      '/node_modules/pg/',
      [
        '^packages/platform/src/(read-store|database)/',
        '^packages/embedded/src/',
        '^packages/testing/src/',
        '^bench/',
      ],
    ),
    only('queues-in-one-place', 'Redis holds no truth.', '/node_modules/(bullmq|ioredis)/', [
      '^packages/platform/src/queue/',
    ]),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
    },
  },
};
