import { type FormEvent, Suspense, useEffect, useRef } from 'react';
import { Await, useLocation, useSearchParams } from 'react-router-dom';
import { Button, LinkButton } from '../../components/button/button.js';
import control from '../../components/control.module.css';
import { type Asked, askedIn } from './asked.js';
import styles from './audit.module.css';
import type { AuditData } from './load-audit.js';

const searchOf = (form: HTMLFormElement): URLSearchParams => {
  const entries = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()]);
  return new URLSearchParams(askedIn(new URLSearchParams(entries.filter(([, value]) => value))));
};

/** Fills the URL's filters into the existing form, so that the focus stays where it is. */
const fillIn = (form: HTMLFormElement, asked: Asked): void => {
  for (const field of form.elements)
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement)
      field.value = asked[field.name as keyof Asked] ?? '';
};

const Input = ({
  name,
  label,
  type = 'text',
  asked,
}: {
  name: keyof Asked;
  label: string;
  type?: string;
  asked: Asked;
}) => (
  <label>
    <span>{label}</span>
    <input
      className={control.control}
      type={type}
      name={name}
      defaultValue={asked[name] ?? ''}
      autoComplete="off"
    />
  </label>
);

/** Filters by concept, person, symbol and date, stored in the address. */
export const Filters = ({ asked, trends }: { asked: Asked; trends: AuditData['trends'] }) => {
  const [, setSearch] = useSearchParams();
  const form = useRef<HTMLFormElement>(null);
  const location = useLocation();
  useEffect(() => {
    if (form.current) fillIn(form.current, askedIn(new URLSearchParams(location.search)));
  }, [location]);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSearch(searchOf(event.currentTarget));
  };
  return (
    <form ref={form} className={styles.filters} aria-label="Filter the audit" onSubmit={onSubmit}>
      <div className={styles.filter}>
        <label htmlFor="audit-concept">Concept</label>
        <Suspense fallback={<select className={control.control} id="audit-concept" disabled />}>
          <Await
            resolve={trends}
            errorElement={
              <input
                className={control.control}
                id="audit-concept"
                name="concept_id"
                defaultValue={asked.concept_id ?? ''}
              />
            }
          >
            {({ data }: Awaited<AuditData['trends']>) => (
              <select
                className={control.control}
                id="audit-concept"
                name="concept_id"
                defaultValue={asked.concept_id ?? ''}
              >
                <option value="">All concepts</option>
                {data.concepts.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Await>
        </Suspense>
      </div>
      <Input name="person" label="Person" asked={asked} />
      <Input name="symbol" label="Symbol" asked={asked} />
      <Input name="from" label="From" type="date" asked={asked} />
      <Input name="to" label="To" type="date" asked={asked} />
      <Button type="submit">Filter</Button>
      <LinkButton to="/admin/audit" variant="quiet">
        Clear
      </LinkButton>
    </form>
  );
};
