import { databaseUrlVariable, eventStoreUrlVariable, parseConfig } from '@groundswell/platform';
import { z } from 'zod';

const schema = z.object({ EVENTSTORE_URL: eventStoreUrlVariable, DATABASE_URL: databaseUrlVariable });

export type OperatorConfig = z.output<typeof schema>;

/** Configuration of this service's operator commands. @throws FatalFault */
export const readConfig = (): OperatorConfig => parseConfig(schema, process.env);
