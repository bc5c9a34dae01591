/** What an operator's command wrote to stderr, without the lines that it adds where a machine is busy: what it waits for. */
export const withoutWaiting = (notes: string): string =>
  notes.replace(/^(The command is starting|Still working|Waiting for) .*\n/gm, '');
