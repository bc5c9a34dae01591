import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeptMail } from '@groundswell/contracts';
import type { Carrier } from './carrier.js';

/** Writes emails to files for the developer, one per event, readable only by their owner. */
export const mailboxCarrier = (directory: string, now = () => new Date()): Carrier => ({
  async carry(message) {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const kept: KeptMail = { ...message, keptAt: now().toISOString() };
    const file = join(directory, `${message.id}.json`);
    const unfinished = `${file}.unfinished`;
    await writeFile(unfinished, JSON.stringify(kept, null, 2), { mode: 0o600 });
    await rename(unfinished, file);
  },
});
