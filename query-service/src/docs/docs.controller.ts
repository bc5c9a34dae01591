import { calls, serviceCalls } from '@groundswell/contracts';
import { type CallInput, type Exchange, SerialisedAnswer, Serves } from '@groundswell/platform/http';
import { Controller } from '@nestjs/common';
import { openApiOf } from './open-api.js';
import { pageOf, pagePolicy } from './page.js';

/** Rendered once: the contract does not change while the process runs. */
const page = pageOf(calls);
const openApi = JSON.stringify(openApiOf(calls));

@Controller()
export class DocsController {
  @Serves(serviceCalls.docs)
  docs(_input: CallInput<typeof serviceCalls.docs>, exchange: Exchange): SerialisedAnswer {
    exchange.setHeader('content-security-policy', pagePolicy);
    exchange.setHeader('cache-control', 'public, max-age=300');
    return new SerialisedAnswer(page, 'text/html; charset=utf-8');
  }

  @Serves(serviceCalls.openApi)
  openApi(_input: CallInput<typeof serviceCalls.openApi>, exchange: Exchange): SerialisedAnswer {
    exchange.setHeader('cache-control', 'public, max-age=300');
    return new SerialisedAnswer(openApi);
  }
}
