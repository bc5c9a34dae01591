import { z } from 'zod';
import { defineCall } from '../http/call.js';
import { routes } from '../http/routes.js';

/** Upload limits. The web app checks them before sending. */
export const uploadLimits = {
  /** Per file. */
  bytes: 5 * 1024 * 1024,
  files: 10,
  /** For the file picker; the server examines the content instead. */
  types: ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'],
} as const;

/**
 * The parts of a multipart body. `name` and `bucket_name` come from the spec; a stored file is named by its
 * content.
 */
export const uploadFormSchema = z.strictObject({
  name: z.string().max(200).optional(),
  bucket_name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'This isn’t a valid bucket name.')
    .optional(),
});

export const uploadCalls = {
  uploadFile: defineCall({
    ...routes.uploadFile,
    summary:
      'Store images sent as multipart/form-data: files in `files[]`, `name`, and optionally `bucket_name`',
    access: 'staff',
    cost: 'upload',
    form: uploadFormSchema,
    // One image plus the form around it.
    bodyLimit: uploadLimits.bytes + 1024 * 1024,
    response: z.object({
      /** In request order. `url` is a path on this site, such as `/uploads/<hash>.webp`. */
      uploaded_files: z.array(
        z.object({
          url: z.string(),
          width: z.number().int().positive(),
          height: z.number().int().positive(),
        }),
      ),
    }),
  }),
  getUpload: defineCall({
    ...routes.getUpload,
    summary: 'A stored image. It never changes, so it can be cached forever',
    access: 'public',
    cost: 'read',
    params: z.object({ file: z.string().max(200) }),
    produces: 'image/webp',
    response: z.never(),
  }),
} as const;
