import '../styles/tokens.css';
import '../styles/base.css';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { postTo } from '../api/browser-client.js';
import { Button } from '../components/button/button.js';
import type { FieldErrors, FormField } from './form-field.js';
import { GenericForm } from './generic-form.js';

// Forms for the browser tests: each use of the generic form alone on a page, named in the address. Not part of the
// app.

const name: FormField = { kind: 'text', name: 'name', label: 'Name', required: true };
const submit = (state: Record<string, unknown>, key: string) => postTo('/submit/', state, { key });

/** Has a button that remounts the form, like going to another step and back. */
const Address = () => {
  const [turn, setTurn] = useState(0);
  return (
    <>
      <GenericForm
        key={turn}
        label="Address"
        fields={[
          { kind: 'address', name: 'street_address', label: 'Street address', required: true },
          { kind: 'text', name: 'city', label: 'City' },
          { kind: 'text', name: 'state', label: 'State' },
          { kind: 'text', name: 'zip_code', label: 'ZIP code' },
        ]}
        submit={submit}
        onValues={({ city }) => {
          document.title = String(city);
        }}
      />
      <Button onClick={() => setTurn(turn + 1)}>Once more</Button>
    </>
  );
};

const forms: Readonly<Record<string, () => React.ReactNode>> = {
  plain: () => (
    <GenericForm
      label="Plain"
      fields={[
        name,
        { kind: 'text', name: 'alias', required: true },
        { kind: 'textarea', name: 'note', label: 'Note', initial: 'By default' },
      ]}
      submit={submit}
      clearAfterSuccess
    />
  ),
  calm: () => (
    <GenericForm label="Calm" fields={[name]} submit={submit} submitLabel="Send it" submitOnEnter={false} />
  ),
  guarded: () => <GenericForm label="Guarded" fields={[name]} submit={submit} isProtected />,
  judged: () => (
    <GenericForm
      label="Judged"
      fields={[
        { kind: 'text', name: 'routing', label: 'Routing number', required: true },
        {
          kind: 'radio',
          name: 'account',
          label: 'Account',
          options: [
            { id: 'checking', name: 'Checking' },
            { id: 'savings', name: 'Savings' },
          ],
        },
      ]}
      validate={({ routing }): FieldErrors =>
        String(routing).length === 9 ? {} : { routing: 'It has nine digits.' }
      }
      submit={submit}
    />
  ),
  choices: () => (
    <GenericForm
      label="Choices"
      fields={[
        {
          kind: 'checklist',
          name: 'disclosures[]',
          label: 'Disclosures',
          options: [
            { id: 'control', name: 'Control person' },
            { id: 'exposed', name: 'Politically exposed' },
            { id: 'family', name: 'Family' },
          ],
        },
        {
          kind: 'select',
          name: 'is_open',
          label: 'Open',
          options: [
            { id: 'true', name: 'Yes' },
            { id: 'false', name: 'No' },
          ],
        },
        { kind: 'select', name: 'owner', label: 'Owner', optionsUrl: '/options/' },
      ]}
      submit={submit}
      deleteUrl="/delete/"
      onDeleted={() => {
        document.title = 'deleted';
      }}
    />
  ),
  address: Address,
  suggested: () => (
    <GenericForm
      label="Suggested"
      fields={[
        {
          kind: 'lookup',
          name: 'ticker',
          label: 'Ticker',
          required: true,
          find: async () => [{ value: 'AAPL', text: 'Apple Inc.', fills: { company: 'Apple Inc.' } }],
        },
        { kind: 'text', name: 'company', label: 'Company', required: true },
        name,
      ]}
      submit={submit}
    />
  ),
  upload: () => (
    <GenericForm
      label="Upload"
      fields={[
        { kind: 'file', name: 'image_url', label: 'Image', uploadUrl: '/upload/', bucketName: 'covers' },
      ]}
      submit={submit}
      clearAfterSuccess
    />
  ),
};

const root = document.getElementById('root');
const Form = forms[location.pathname.slice(1)];
if (!root || !Form) throw new Error('There is no such form.');
createRoot(root).render(
  <main>
    <h1>A form</h1>
    <Form />
  </main>,
);
