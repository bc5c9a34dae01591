import { useEffect, useState } from 'react';
import styles from './form.module.css';
import type { AddressField, FieldValue, LookupField } from './form-field.js';
import { LookupControl } from './lookup-control.js';
import { findAddresses, onKeyRefused, openPlaces } from './maps.js';

interface AddressControlProps {
  id: string;
  field: AddressField;
  value: FieldValue;
  error: string | undefined;
  onChange: (value: FieldValue) => void;
  onFill: (values: Readonly<Record<string, string>>) => void;
}

const nothing: LookupField['find'] = async () => [];

/** Completes addresses once the provider is there. Until then, and without it, the address is typed as anywhere else. */
export const AddressControl = ({ field, ...rest }: AddressControlProps) => {
  const [find, setFind] = useState<LookupField['find']>(() => nothing);
  const [refused, setRefused] = useState(false);
  useEffect(() => {
    let left = false;
    const stopListening = onKeyRefused(() => {
      setRefused(true);
      setFind(() => nothing);
    });
    openPlaces().then(
      (places) => places && !left && setFind(() => (text: string) => findAddresses(places, text)),
      // The helper is missing, the field is there.
      (cause: unknown) => reportError(new Error('Addresses cannot be completed.', { cause })),
    );
    return () => {
      left = true;
      stopListening();
    };
  }, []);
  return (
    <>
      <LookupControl
        {...rest}
        field={{ ...field, kind: 'lookup', find }}
        autoComplete={find === nothing ? 'address-line1' : 'off'}
      />
      {refused && (
        <p className={styles.error} role="status">
          Error: AuthFailure
        </p>
      )}
    </>
  );
};
