import { z } from 'zod';

/** Where browsers report violations of the content security policy. */
export const reportPath = '/policy-reports';

/**
 * What was blocked, without where: paths and queries may hold what people typed, so only a URL's origin is
 * kept.
 */
export interface Violation {
  readonly directive: string;
  readonly blocked: string;
}

const directives = z.enum([
  'base-uri',
  'child-src',
  'connect-src',
  'default-src',
  'font-src',
  'form-action',
  'frame-ancestors',
  'frame-src',
  'img-src',
  'manifest-src',
  'media-src',
  'object-src',
  'script-src',
  'script-src-attr',
  'script-src-elem',
  'style-src',
  'style-src-attr',
  'style-src-elem',
  'worker-src',
]);

/** Values in place of a URL: code within the document, or a scheme that has no origin. */
const withoutOrigin = new Set([
  'inline',
  'eval',
  'wasm-eval',
  'self',
  'about',
  'blob',
  'data',
  'file',
  'chrome-extension',
  'moz-extension',
  'safari-web-extension',
]);

/** Characters; a host name has at most 253. */
const longestOrigin = 270;

const blockedBy = (text: string): string => {
  if (withoutOrigin.has(text)) return text;
  if (!URL.canParse(text)) return 'other';
  const { protocol, origin } = new URL(text);
  if (/^(http|ws)s?:$/.test(protocol)) return origin.length <= longestOrigin ? origin : 'other';
  const scheme = protocol.slice(0, -1);
  return withoutOrigin.has(scheme) ? scheme : 'other';
};

const text = z.string().max(8_192);
/** Format of `report-uri`: a single report. */
const single = z
  .object({
    'csp-report': z.object({
      'effective-directive': text.optional(),
      'violated-directive': text.optional(),
      'blocked-uri': text.default('other'),
    }),
  })
  .transform(({ 'csp-report': report }) => [
    {
      effectiveDirective: (report['effective-directive'] ?? report['violated-directive'] ?? '').split(
        ' ',
        1,
      )[0],
      blockedURL: report['blocked-uri'],
    },
  ]);
/** Format of `report-to`: several reports, possibly including other kinds. */
const several = z
  .array(
    z.union([z.object({ type: z.literal('csp-violation'), body: z.unknown() }), z.object({ type: text })]),
  )
  .min(1)
  .max(50)
  .transform((reports) => reports.flatMap((report) => ('body' in report ? [report.body] : [])))
  .pipe(z.array(z.object({ effectiveDirective: text, blockedURL: text.nullish() })));

const shapes: Readonly<
  Record<string, z.ZodType<{ effectiveDirective?: string; blockedURL?: string | null }[]>>
> = {
  'application/csp-report': single,
  'application/reports+json': several,
};

/** The media type of a report, without its parameters; undefined for any other. */
export const kindOfReport = (contentType: string | undefined): string | undefined => {
  const kind = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return Object.hasOwn(shapes, kind) ? kind : undefined;
};

/** The violations in a report; undefined when it is none, also with unknown directives. */
export const violationsIn = (kind: string, body: string): readonly Violation[] | undefined => {
  const parsed = shapes[kind]?.safeParse(jsonIn(body));
  if (!parsed?.success) return undefined;
  const violations = parsed.data.flatMap(({ effectiveDirective, blockedURL }): Violation[] => {
    const directive = directives.safeParse(effectiveDirective);
    return directive.success
      ? [{ directive: directive.data, blocked: blockedBy(blockedURL ?? 'other') }]
      : [];
  });
  return violations.length === parsed.data.length ? violations : undefined;
};

const jsonIn = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};
