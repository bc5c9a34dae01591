import { ownerOfEmail, ValueTaken, type Vault } from '@groundswell/platform/vault';

/** Whose an address is, as the vault knows. */
export interface Addresses {
  findByEmail(email: string): Promise<string | undefined>;
  emailOf(userId: string): Promise<string | undefined>;
  /** The owner of this address, else a new person; concurrent calls get the same person. */
  personOf(email: string): Promise<string>;
}

export interface AddressesParts {
  readonly vault: Vault;
  readonly newId: () => string;
}

export const createAddresses = ({ vault, newId }: AddressesParts): Addresses => {
  const personOf = async (email: string): Promise<string> => {
    const known = await ownerOfEmail(vault, email);
    if (known !== undefined) return known;
    const personId = newId();
    try {
      await vault.put(personId, { email: { value: email, unique: true } });
      return personId;
    } catch (fault) {
      if (fault instanceof ValueTaken) return personOf(email);
      throw fault;
    }
  };
  return {
    findByEmail: (email) => vault.find('email', email),
    emailOf: async (userId) => (await vault.get(userId, ['email'])).email,
    personOf,
  };
};
