import { readdirSync } from 'node:fs';
import { type ReadModel, schemaOf } from '@groundswell/platform/read-store';
import { describe, expect, it } from 'vitest';
import { readModels } from './registry.js';

const folders = readdirSync(new URL('read-models/', import.meta.url));
const camelCase = (folder: string): string =>
  folder.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The read models that a folder's main file exports. */
const exportedBy = async (folder: string): Promise<unknown[]> =>
  Object.values(await import(new URL(`read-models/${folder}/${folder}.ts`, import.meta.url).href));

describe('the registry', () => {
  it('names every read model on disk, and no other', () => {
    expect(readModels.map(({ name }) => name).sort()).toEqual(folders.map(camelCase).sort());
  });

  it.each(folders)('%s exports the one that is registered under its name', async (folder) => {
    const registered = readModels.find(({ name }) => name === camelCase(folder));
    expect(await exportedBy(folder)).toContain(registered);
  });

  it('has no table name twice, so that unqualified SQL means one thing', () => {
    const tables = readModels.flatMap(tablesOf);
    expect(tables.filter((table, index) => tables.indexOf(table) !== index)).toEqual([]);
    expect(tables.length).toBeGreaterThanOrEqual(readModels.length);
  });

  it('has no schema twice', () => {
    expect(new Set(readModels.map(schemaOf)).size).toBe(readModels.length);
  });
});

const tablesOf = ({ ddl }: ReadModel): string[] =>
  [...ddl.matchAll(/CREATE TABLE "?(\w+)"?/g)].flatMap(([, table]) => table ?? []);
