import { runOperator } from '@groundswell/platform/operator';
import { catalogue } from './catalogue.js';
import { nightlyRun } from './nightly.js';
import { drop, list, retry, show } from './parked.js';

process.exitCode = await runOperator(process.argv.slice(2), catalogue, {
  'parked list': list,
  'parked show': show,
  'parked retry': retry,
  'parked drop': drop,
  'nightly run': nightlyRun,
});
