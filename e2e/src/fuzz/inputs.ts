import { bodyLimitOf, type Call } from '@groundswell/contracts';
import fc from 'fast-check';
import { brokenBody } from './broken-bodies.js';
import { type Drafts, written } from './draft.js';
import { inAddress, isUnderstood, schemaOf, textOf } from './parts.js';
import type { Wanted } from './request.js';
import { spoiled } from './spoiled.js';
import { uploads } from './upload.js';

export const valid = (call: Call, drafts: Drafts): fc.Arbitrary<Wanted> =>
  drafts.map((draft) => {
    const { params, query } = draft.parts;
    const asRead = { ...draft.parts, params: inAddress(params), query: inAddress(query) };
    const empty = Object.values(params).some((value) => textOf(value) === '');
    const understood =
      isUnderstood(call, asRead) && !empty && !call.form && !call.path.startsWith('/uploads/');
    return written(call, 'as the schema has it', understood ? 'understood' : 'no fault', draft);
  });

/** With one field or parameter that is wrong, missing or unknown. */
export const wrong = (call: Call, drafts: Drafts): fc.Arbitrary<Wanted> =>
  fc.tuple(drafts, spoiled(call)).map(([draft, spoil]) => {
    const body = spoil.body(draft.parts.body);
    const query = spoil.query(draft.parts.query);
    const asRead = { params: inAddress(draft.parts.params), query: inAddress(query), body };
    const surplus = Object.keys(query).some(
      (key) => !Object.hasOwn(schemaOf(call.query).properties ?? {}, key),
    );
    const expect = surplus || !isUnderstood(call, asRead) ? 'refused' : 'no fault';
    return written(call, `spoiled: ${spoil.kind}`, expect, {
      ...draft,
      parts: { ...draft.parts, body, query },
    });
  });

/** With a body that is none, or not of the stated kind. */
export const broken = (call: Call, drafts: Drafts): fc.Arbitrary<Wanted> =>
  fc.tuple(drafts, brokenBody(bodyLimitOf(call))).map(([{ parts, who, place }, { kind, expect, make }]) => {
    const whole = written(call, `body: ${kind}`, expect, { parts, who, place });
    return { ...whole, ...make(whole.body ?? Buffer.from('{}')) };
  });

export const form = (call: Call, drafts: Drafts): fc.Arbitrary<Wanted> =>
  fc.tuple(drafts, uploads).map(([{ who, place }, { kind, expect, body, type }]) => {
    const parts = { params: {}, query: {}, body: {} };
    return {
      ...written(call, `form: ${kind}`, expect, { parts, who, place }),
      headers: [['content-type', type]],
      body,
    };
  });
