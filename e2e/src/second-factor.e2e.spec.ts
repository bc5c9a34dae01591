import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  heading,
  signIn,
  startSession,
  visit,
} from './browsing.js';
import { browser, instance, openSharedInstance, page } from './open-instance.js';
import { registerPerson } from './operate.js';

openSharedInstance();

describe('two-step sign-in', () => {
  it('is turned on with an app, asked for at the next sign-in, and lists the person’s sessions', async () => {
    const person = await registerPerson(instance);
    await signIn(page, person);
    await page.getByRole('link', { name: 'Security' }).click();
    await heading(page, 'Sign-in & security').waitFor();
    await page.getByRole('button', { name: 'Set up two-step sign-in' }).waitFor();
    await page.getByText('This device').waitFor();
    await expectAccessibleInBothThemes(page);

    await page.getByRole('button', { name: 'Set up two-step sign-in' }).click();
    await page.getByLabel('Your password').fill(person.password);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    const key = (await page.getByText('Key: ').locator('..').innerText()).replace(/^Key:/, '');
    const app = new TOTP({ secret: Secret.fromBase32(key.replace(/\s/g, '')) });
    await expectAccessibleInBothThemes(page);
    await page.getByLabel('Code from the app').fill(app.generate());
    await page.getByRole('button', { name: 'Turn on' }).click();
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await codes.first().waitFor();
    const [first = '', second = ''] = await codes.allInnerTexts();
    expect(await codes.count()).toBe(10);
    await expectAccessibleInBothThemes(page);
    await page.getByRole('button', { name: 'I’ve saved them' }).click();
    await page.getByText('Recovery codes left: 10 of 10.').waitFor();

    const other = await visit(browser, instance, { theme: 'dark', width: 390 });
    await other.goto('/login');
    await other.getByLabel('Email').fill(person.email);
    await other.getByLabel('Password').fill(person.password);
    await other.getByRole('button', { name: 'Log in' }).click();
    await heading(other, 'Enter your code').waitFor();
    await expectAccessible(other);
    await other.getByRole('textbox', { name: 'Code' }).fill('000000');
    await other.getByRole('button', { name: 'Log in' }).click();
    await other.getByText('This code is wrong or was already used').waitFor();
    await other.getByRole('textbox', { name: 'Code' }).fill(first);
    await other.getByRole('button', { name: 'Log in' }).click();
    await other.getByRole('link', { name: 'Logout' }).waitFor();

    await page.goto('/security');
    await page.getByText('Recovery codes left: 9 of 10.').waitFor();
    await page.getByRole('button', { name: /^Sign out Chrome on/ }).click();
    await page.getByText(/is signed out\.$/).waitFor();
    await other.goto('/see_ach_methods/');
    await heading(other, 'Invest in What Matters to You').waitFor();

    await page.getByRole('button', { name: 'Turn off' }).click();
    await page.getByRole('textbox', { name: 'Code' }).fill(second);
    await page.getByRole('button', { name: 'Turn off' }).click();
    await page.getByRole('button', { name: 'Set up two-step sign-in' }).waitFor();
  });

  it('says that there may be new recovery codes when the answer with them was lost', async () => {
    let on = true;
    const unseen = page.getByText('We don’t know whether new recovery codes were created.');
    await page.route('**/user/second_factor/', (route) =>
      route.fulfill({ json: { on, has_password: true, recovery_codes_left: 10 } }),
    );
    await page.route('**/user/second_factor/recovery_codes/', (route) => route.abort('connectionreset'));
    await startSession(page, instance.signIns.customer);
    await page.goto('/security');
    await page.getByRole('button', { name: 'New recovery codes' }).click();
    await page.getByRole('textbox', { name: 'Code' }).fill('123456');
    await page.getByRole('button', { name: 'Create new codes' }).click();
    await unseen.waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Not now' }).click();
    await page.getByText('Recovery codes left').waitFor();
    await unseen.waitFor();

    on = false;
    await page.route('**/user/second_factor/set_up/', (route) =>
      route.fulfill({ json: { secret: 'ABCDEFGH', address: 'otpauth://totp/x?secret=ABCDEFGH' } }),
    );
    const turningOn = '**/user/second_factor/turn_on/';
    await page.route(turningOn, (route) =>
      route.fulfill({ status: 422, json: { code: 'SecondFactorOn', error: 'It is on.' } }),
    );
    await page.route(turningOn, (route) => route.abort('connectionreset'), { times: 1 });
    await page.reload();
    await page.getByRole('button', { name: 'Set up two-step sign-in' }).click();
    await page.getByLabel('Your password').fill('a password');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Code from the app').fill('123456');
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByText('We can’t reach Groundswell').waitFor();
    on = true;
    await page.getByRole('button', { name: 'Turn on' }).click();
    await unseen.waitFor();
    await page.getByRole('button', { name: 'New recovery codes' }).waitFor();
  });

  it('is shown as off when the answer to turning it off was lost', async () => {
    let on = true;
    const turningOff = '**/user/second_factor/turn_off/';
    await page.route('**/user/second_factor/', (route) =>
      route.fulfill({ json: { on, has_password: true, recovery_codes_left: on ? 9 : 0 } }),
    );
    await page.route(turningOff, (route) => {
      on = false;
      return route.abort('connectionreset');
    });
    await startSession(page, instance.signIns.customer);
    const turnOff = async () => {
      await page.getByRole('button', { name: 'Turn off' }).click();
      await page.getByRole('textbox', { name: 'Code' }).fill('123456');
      await page.getByRole('button', { name: 'Turn off' }).click();
      await page.getByText('We can’t reach Groundswell').waitFor();
    };
    const setUp = page.getByRole('button', { name: 'Set up two-step sign-in' });

    await page.goto('/security');
    await turnOff();
    await page.getByRole('button', { name: 'Not now' }).click();
    await setUp.waitFor();

    on = true;
    await page.reload();
    await turnOff();
    await page.route(turningOff, (route) =>
      route.fulfill({ status: 422, json: { code: 'SecondFactorOff', error: 'It is off.' } }),
    );
    await page.getByRole('button', { name: 'Turn off' }).click();
    await setUp.waitFor();
  });

  it('asks for a new code on the spot when one is needed, and continues with all that was typed', async () => {
    await startSession(page, instance.signIns.staff);
    await page.goto('/create_new_concept');
    let refusals = 1;
    const keys: (string | undefined)[] = [];
    await page.route('**/api/create_new_concept/', (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      return refusals-- > 0
        ? route.fulfill({ status: 403, json: { code: 'ProofNeeded', error: 'Enter a code first.' } })
        : route.continue();
    });
    await page.route('**/user/second_factor/prove/', (route) => route.fulfill({ status: 200, json: {} }));
    await page.getByLabel('Name').fill('Moon Power');
    await page.getByLabel('Description').fill('Electricity from the pull of the moon.');
    await page.getByRole('button', { name: 'Create Concept' }).click();

    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await dialog.waitFor();
    await expectAccessibleInBothThemes(page);
    await dialog.getByRole('textbox', { name: 'Code' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('123456');
    await page.keyboard.press('Enter');

    await page.getByRole('link', { name: 'Moon Power' }).waitFor();
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBeTruthy();
    expect(keys[1]).toBe(keys[0]);
  });
});
