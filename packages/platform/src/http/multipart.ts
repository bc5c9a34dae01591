import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyFileStream, type BusboyHeaders } from '@fastify/busboy';
import { type Refusal, refuse } from '@groundswell/contracts';

/** Bounds of a multipart body. What exceeds them is refused while it still arrives. */
export interface FormLimits {
  /** Bytes of one file. */
  readonly bytes: number;
  readonly files: number;
}

/** One file of a form. The sender chose its name and type, so neither is kept. */
export interface FormFile {
  readonly field: string;
  readonly content: Buffer;
}

export interface Form {
  readonly fields: Readonly<Record<string, string>>;
  readonly files: readonly FormFile[];
}

const fieldLimits = { fieldNameSize: 100, fieldSize: 10_000, fields: 20, headerPairs: 20 } as const;

const collect = async (stream: BusboyFileStream): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
};

const isForm = (headers: IncomingMessage['headers']): headers is BusboyHeaders =>
  /^multipart\/form-data\s*;/i.test(headers['content-type'] ?? '');

/** Reads a form to its end, however it ends, so that the caller may read our answer. */
const readParts = (request: IncomingMessage, headers: BusboyHeaders, limits: FormLimits) =>
  new Promise<Form | Refusal>((resolve) => {
    // No prototype: a field may be called anything.
    const fields: Record<string, string> = Object.create(null);
    const files: Promise<FormFile>[] = [];
    let refusal: Refusal | undefined;
    const reading = new Busboy({
      headers,
      limits: { ...fieldLimits, files: limits.files, fileSize: limits.bytes },
    });
    const refuseWith = (reason: Refusal) => {
      refusal ??= reason;
    };
    const broken = () => {
      request.unpipe(reading);
      request.resume();
      resolve(refuse('InvalidRequest'));
    };
    reading.on('file', (field: string, stream: BusboyFileStream) => {
      stream.on('limit', () => refuseWith(refuse('UploadTooLarge')));
      const file = collect(stream).then((content) => ({ field, content }));
      // A body that ends within a file fails only that file, and the form may never finish: so the failure is
      // caught here.
      file.catch(broken);
      files.push(file);
    });
    reading.on('field', (name: string, value: string, _nameCut: boolean, valueCut: boolean) => {
      if (valueCut || name in fields) refuseWith(refuse('InvalidRequest'));
      fields[name] = value;
    });
    reading.on('filesLimit', () => refuseWith(refuse('UploadTooMany')));
    reading.on('fieldsLimit', () => refuseWith(refuse('InvalidRequest')));
    reading.on('partsLimit', () => refuseWith(refuse('InvalidRequest')));
    reading.on('error', broken);
    request.on('aborted', broken);
    reading.on('finish', () => {
      Promise.all(files).then((read) => resolve(refusal ?? { fields, files: read }), broken);
    });
    request.pipe(reading);
  });

/**
 * Reads a multipart body, file by file into memory, within its bounds. Called by the handler, and so after the guard:
 * a body of someone who may not send one is never read.
 */
export const readForm = async (request: IncomingMessage, limits: FormLimits): Promise<Form | Refusal> => {
  const { headers } = request;
  if (!isForm(headers)) return refuse('UnsupportedMediaType');
  try {
    return await readParts(request, headers, limits);
  } catch {
    // A content type without a boundary.
    return refuse('InvalidRequest');
  }
};
