import { relative } from 'node:path';
import { unreadyText } from '@groundswell/platform';
import type { Launched } from './launch.js';

const seconds = (value: number): string => `${value.toFixed(1)} s`;

/** Console text once the instance runs. @param total seconds since the program started */
export const announcement = (
  { url, dataDirectory, signIns, times, unready }: Launched,
  total: number,
): string[] => {
  const width = Math.max(...times.map(([name]) => name.length));
  const notReady = unreadyText(unready);
  const near = relative('.', dataDirectory);
  const directory = near === '' || near.startsWith('..') ? dataDirectory : near;
  return [
    ...times.map(([name, took]) => `  ${name.padEnd(width)}  ${seconds(took)}`),
    '',
    ...(notReady.length === 0
      ? [`ready on ${url}`]
      : [`started on ${url}, but not ready:`, ...notReady.map((line) => `  ${line}`)]),
    `  after ${seconds(total)}; each part's time counts from when it could start, and most start in parallel`,
    '',
    ...(signIns
      ? [
          '  Sign in as',
          `    ${signIns.staff.email}     (curates trends)`,
          `    ${signIns.customer.email}  (invests)`,
          `  with the password ${signIns.staff.password}`,
          '',
        ]
      : []),
    `  Data and logs are in ${directory}. Ctrl-C stops everything.`,
  ];
};
