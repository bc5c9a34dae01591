import { type AssetDirectory, BrokerError } from '@groundswell/broker';
import {
  type Accepted,
  type Call,
  calls,
  isRefusal,
  joinId,
  type Refusal,
  type RefusalCode,
  refuse,
  splitId,
  streamOf,
} from '@groundswell/contracts';
import {
  type Concept,
  type ConceptCommand,
  type ConceptFacts,
  decide,
  evolve,
  initialState,
} from '@groundswell/domain/concept';
import type { Done } from '@groundswell/platform/event-store';
import { type CallInput, type Exchange, Serves } from '@groundswell/platform/http';
import { Controller, Inject } from '@nestjs/common';
import { CommandDispatcher, type Work } from '../shared/command-dispatcher.js';
import { assetsToken, conceptNamesToken } from '../shared/tokens.js';
import type { ConceptNames } from './names.js';

const folding = { initialState, evolve };
const askedOf = (conceptId: string, command: ConceptCommand, facts: ConceptFacts) => ({
  stream: streamOf('concept', conceptId),
  folding,
  decide: (concept: Concept | undefined) => decide(command, concept, facts),
});

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const removal = (allocationId: string) => ({ type: 'RemoveAllocation', allocationId }) as const;

interface Change {
  readonly call: Call;
  readonly body: { readonly reason?: string | undefined };
  readonly exchange: Exchange;
  readonly conceptId: string;
  readonly command: ConceptCommand;
  readonly answerId: (newId: string) => string;
  readonly facts?: Omit<ConceptFacts, 'newId'>;
  /** The name the command gives the concept. */
  readonly name?: string;
}

/** Maps the calls of the contract to concept commands. */
@Controller()
export class ConceptEndpoints {
  constructor(
    @Inject(CommandDispatcher) private readonly dispatcher: CommandDispatcher,
    @Inject(assetsToken) private readonly assets: AssetDirectory,
    @Inject(conceptNamesToken) private readonly names: ConceptNames,
  ) {}

  @Serves(calls.createNewConcept)
  create(
    { body }: CallInput<typeof calls.createNewConcept>,
    exchange: Exchange,
  ): Promise<Accepted | Refusal> {
    const { name, description, image_url: imageUrl } = body;
    return this.dispatcher.dispatch({
      call: calls.createNewConcept,
      body,
      exchange,
      ask: (newId) => askedOf(newId, { type: 'CreateConcept', name, description, imageUrl }, { newId }),
      answerId: (newId) => newId,
      around: (newId, work) => this.underName(name, newId, work),
    });
  }

  @Serves(calls.renameConcept)
  rename({ body }: CallInput<typeof calls.renameConcept>, exchange: Exchange) {
    const { name } = body;
    return this.changeOf(calls.renameConcept, body, exchange, { type: 'RenameConcept', name }, { name });
  }

  @Serves(calls.describeConcept)
  describe({ body }: CallInput<typeof calls.describeConcept>, exchange: Exchange) {
    const { description } = body;
    return this.changeOf(calls.describeConcept, body, exchange, { type: 'DescribeConcept', description });
  }

  @Serves(calls.createNewSubConcept)
  addSubConcept({ body }: CallInput<typeof calls.createNewSubConcept>, exchange: Exchange) {
    const { concept_id: conceptId, name, description } = body;
    const command = { type: 'AddSubConcept', name, description } as const;
    const answerId = (newId: string): string => joinId(conceptId, newId);
    return this.changeOf(calls.createNewSubConcept, body, exchange, command, { answerId });
  }

  @Serves(calls.removeSubConcept)
  removeSubConcept({ body }: CallInput<typeof calls.removeSubConcept>, exchange: Exchange) {
    const commandOf = (subConceptId: string) => ({ type: 'RemoveSubConcept', subConceptId }) as const;
    return this.changePart(calls.removeSubConcept, body, exchange, commandOf, 'SubConceptNotFound');
  }

  @Serves(calls.createStockAllocation)
  async addAllocation({ body }: CallInput<typeof calls.createStockAllocation>, exchange: Exchange) {
    const ids = splitId(body.sub_concept);
    if (!ids) return refuse('SubConceptNotFound');
    const found = await this.assetOf(body.stock_symbol);
    if (isRefusal(found)) return found;
    return this.change({
      call: calls.createStockAllocation,
      body,
      exchange,
      conceptId: ids.conceptId,
      command: {
        type: 'AddAllocation',
        subConceptId: ids.localId,
        symbol: body.stock_symbol,
        companyName: body.company_name,
        weight: body.percentage_allocation,
      },
      answerId: (newId) => joinId(ids.conceptId, newId),
      facts: found,
    });
  }

  @Serves(calls.changeStockAllocation)
  changeWeight({ body }: CallInput<typeof calls.changeStockAllocation>, exchange: Exchange) {
    const weight = body.percentage_allocation;
    const commandOf = (allocationId: string) =>
      ({ type: 'ChangeAllocationWeight', allocationId, weight }) as const;
    return this.changePart(calls.changeStockAllocation, body, exchange, commandOf);
  }

  @Serves(calls.rebalanceConcept)
  rebalance({ body }: CallInput<typeof calls.rebalanceConcept>, exchange: Exchange) {
    const weights = body.allocations.flatMap(({ id, percentage_allocation: weight }) => {
      const ids = splitId(id);
      return ids?.conceptId === body.concept_id ? [{ allocationId: ids.localId, weight }] : [];
    });
    if (weights.length !== body.allocations.length) return refuse('AllocationNotFound');
    return this.changeOf(calls.rebalanceConcept, body, exchange, { type: 'RebalanceAllocations', weights });
  }

  @Serves(calls.changeConceptImage)
  changeImage({ body }: CallInput<typeof calls.changeConceptImage>, exchange: Exchange) {
    const command = { type: 'ChangeConceptImage', imageUrl: body.image_url } as const;
    return this.changeOf(calls.changeConceptImage, body, exchange, command);
  }

  @Serves(calls.removeStockAllocation)
  removeAllocation({ body }: CallInput<typeof calls.removeStockAllocation>, exchange: Exchange) {
    return this.changePart(calls.removeStockAllocation, body, exchange, removal);
  }

  @Serves(calls.deleteAllocation)
  deleteAllocation({ body }: CallInput<typeof calls.deleteAllocation>, exchange: Exchange) {
    return this.changePart(calls.deleteAllocation, body, exchange, removal);
  }

  /** Changes the concept that the body names. */
  private changeOf(
    call: Call,
    body: { concept_id: string; reason?: string | undefined },
    exchange: Exchange,
    command: ConceptCommand,
    more: Partial<Change> = {},
  ) {
    const conceptId = body.concept_id;
    return this.change({ call, body, exchange, conceptId, command, answerId: () => conceptId, ...more });
  }

  /** Changes a part whose id begins with its concept's. */
  private changePart(
    call: Call,
    body: { id: string; reason?: string | undefined },
    exchange: Exchange,
    commandOf: (localId: string) => ConceptCommand,
    missing: RefusalCode = 'AllocationNotFound',
  ) {
    const ids = splitId(body.id);
    if (!ids) return refuse(missing);
    const [conceptId, command] = [ids.conceptId, commandOf(ids.localId)];
    return this.change({ call, body, exchange, conceptId, command, answerId: () => body.id });
  }

  /** What the broker knows about a symbol, as facts for the decision. */
  private async assetOf(symbol: string): Promise<Omit<ConceptFacts, 'newId'> | Refusal> {
    try {
      return { asset: await this.assets.find(symbol) };
    } catch (fault) {
      if (!(fault instanceof BrokerError)) throw fault;
      return refuse('Unavailable', 'We can’t reach the broker’s list of tickers. Try again in a moment.');
    }
  }

  private async change({ conceptId, command, facts, name, ...request }: Change): Promise<Accepted | Refusal> {
    if (!uuid.test(conceptId)) return refuse('ConceptNotFound');
    return this.dispatcher.dispatch({
      ...request,
      ask: (newId) => askedOf(conceptId, command, { newId, ...facts }),
      ...(name === undefined ? {} : { around: (_newId, work) => this.underName(name, conceptId, work) }),
    });
  }

  /** Reserves the name, executes the command, and settles the name if the command changed something. */
  private async underName(name: string, conceptId: string, work: Work): Promise<Done | Refusal> {
    const taken = await this.names.reserve(name, conceptId);
    // A repeat gets the original answer, even if another concept has the name now.
    if (taken) return work(taken);
    const done = await work();
    if (!isRefusal(done)) await this.names.settle(name, conceptId);
    return done;
  }
}
