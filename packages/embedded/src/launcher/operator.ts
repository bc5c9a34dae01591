import { join } from 'node:path';
import type { Config } from './config.js';
import { operatorFile } from './data-directory.js';
import { entryOf } from './entries.js';
import { bucketIn } from './passed-on.js';
import { type AddressBook, readinessUrls } from './plan/addresses.js';
import { checkpointDirectory } from './plan/services.js';
import { commandServiceVariables, queueAndPriceVariables } from './plan/variables.js';
import { type Secrets, writePrivately } from './secrets.js';

/** What an instance was started with. */
export interface Setting {
  readonly config: Config;
  readonly secrets: Secrets;
  /** Path of the data directory. */
  readonly directory: string;
  /** The variables a part inherits from this process, by name. */
  readonly inherited: (part: string) => Readonly<Record<string, string>>;
}

const variables = ({ config, secrets, directory }: Setting, book: AddressBook) => ({
  NODE_ENV: config.NODE_ENV,
  LOG_LEVEL: 'warn',
  ...commandServiceVariables(config, secrets, directory, book),
});

/** The command service's operator commands, as the demo runs them. */
export const operatorOf = (setting: Setting, book: AddressBook) => ({
  entry: entryOf.operator,
  environment: { ...setting.inherited('operator'), ...variables(setting, book) },
});

export const writeOperatorFile = (setting: Setting, book: AddressBook): void =>
  writePrivately(join(setting.directory, operatorFile), {
    ...variables(setting, book),
    ...queueAndPriceVariables(setting.config, setting.directory, book),
    READINESS_URLS: JSON.stringify(readinessUrls(book)),
    CHECKPOINT_DIR: checkpointDirectory(setting.directory),
    ...bucketIn(setting.inherited('workers')),
  });
