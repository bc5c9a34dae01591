import { type LinkTarget, linkTarget } from '../domain/link.js';
import { streamNameFault } from '../domain/stream-name.js';
import { headOf, isReadable, survives } from '../domain/stream-state.js';
import type { EventLog } from '../log/event-log.js';
import type { StoredRow } from '../log/stored-row.js';
import { encodeResolvedLink } from '../wire/read-response.js';
import type { Outlet } from './outlet.js';

/** Sends events of a log to one reader; with `resolveLinks`, links together with their targets. */
export class EventSender {
  constructor(
    private readonly log: EventLog,
    private readonly outlet: Outlet,
    private readonly resolveLinks: boolean,
  ) {}

  /** If it returns a promise, wait for it before the next event. */
  send(event: StoredRow): Promise<void> | undefined {
    const target = this.resolveLinks ? linkTarget(event) : undefined;
    return target === undefined ? this.outlet.send(event) : this.#sendResolved(event, target);
  }

  /** Sends events that pass, up to `most`, and returns how many it sent. */
  async sendAll(
    events: readonly StoredRow[],
    passes: (event: StoredRow) => boolean,
    most = Number.POSITIVE_INFINITY,
  ): Promise<number> {
    let sent = 0;
    for (const event of events) {
      if (sent >= most || this.outlet.closed) break;
      if (!passes(event)) continue;
      const full = this.send(event);
      if (full !== undefined) await full;
      sent += 1;
    }
    return sent;
  }

  async #sendResolved(link: StoredRow, target: LinkTarget): Promise<void> {
    await this.outlet.send(encodeResolvedLink(await find(this.log, target), link));
  }
}

const find = async (log: EventLog, { stream, revision }: LinkTarget): Promise<StoredRow | undefined> => {
  if (revision < 0 || streamNameFault(stream) !== undefined) return undefined;
  const head = headOf(stream, await log.states.of(stream));
  if (head.tombstoned || !isReadable(head)) return undefined;
  const event = await log.reader.one(stream, revision);
  return event !== undefined && survives(head, event, Date.now()) ? event : undefined;
};
