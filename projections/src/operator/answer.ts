import { exitCodes, type Handler, reasonOf, WrongUsage } from '@groundswell/platform/operator';
import { answerFinding } from '../evidence/findings.js';
import { deciding } from './config.js';
import { withConnections } from './connections.js';

const idPattern = /^[1-9]\d{0,17}$/;

/** The name for a finding's answer where operators have no handles. */
const nobody = 'operator';

export const answer: Handler = (invocation) => {
  const id = invocation.arguments.finding ?? '';
  if (!idPattern.test(id))
    throw new WrongUsage(`"${id}" isn’t the number of a finding: status shows the numbers.`);
  const reason = reasonOf(invocation);
  if (!reason) throw new WrongUsage('answer needs --reason: what explains the finding?');
  const by = deciding(invocation);
  if (by === nobody) throw new WrongUsage('answer needs --as, or OPERATOR_ID: who answers?');
  return withConnections(async ({ database }) => {
    const outcome = await answerFinding(database, id, { by, reason });
    const words = {
      answered: `Finding ${id} is answered by ${by}.`,
      'answered before': `Finding ${id} was already answered. The first answer stays.`,
      unknown: `Finding ${id} doesn’t exist: status shows those that are waiting for an answer.`,
    };
    invocation.terminal.result({ finding: id, outcome, by, reason }, words[outcome]);
    return outcome === 'answered' ? exitCodes.done : exitCodes.attention;
  });
};
