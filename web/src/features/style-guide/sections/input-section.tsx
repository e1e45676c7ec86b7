import {
  emailSchema,
  passwordSchema,
  personNameSchema,
  usernameSchema,
} from '@refugia/contract/account/account.ts';
import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import { useState } from 'react';
import { DateField } from '../../../ui/forms/date-field.tsx';
import { Form, useValidatedForm } from '../../../ui/forms/form.tsx';
import { PasswordField } from '../../../ui/forms/password-field.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { Spinner } from '../../../ui/states/spinner.tsx';
import utilities from '../../../ui/style/utilities.module.css';
import { firstIssue } from '../first-issue.ts';
import { Sample, Samples } from '../sample.tsx';

/** The style guide's section 'input'. */
export function InputSection() {
  const [text, setText] = useState('Meadow');
  const [date, setDate] = useState('2019-01-01');
  return (
    <Samples>
      <Sample title="By type" note="Each with its rules, said when the field is left." wide>
        <TypedInputs />
      </Sample>
      <Sample title="With help">
        <TextField
          label="Name of the map"
          value={text}
          onChange={setText}
          description="Others see it."
        />
      </Sample>
      <Sample title="With a placeholder, required">
        <TextField
          label="Place"
          value=""
          onChange={() => undefined}
          placeholder="41.2, -95.9"
          isRequired
        />
      </Sample>
      <Sample title="With an error">
        <TextField label="Title" value="" onChange={() => undefined} error="This is required." />
      </Sample>
      <Sample title="Disabled">
        <TextField label="Owner" value="field_notes" onChange={() => undefined} isDisabled />
      </Sample>
      <Sample title="With something after the text">
        <TextField label="Width" value="120" onChange={() => undefined} trailing="m" />
        <TextField
          label="Handle"
          value="field_notes"
          onChange={() => undefined}
          trailing={<Spinner size="sm" label="Checking" />}
        />
      </Sample>
      <Sample title="Date">
        <DateField label="Start date" value={date} onChange={setDate} min="2015-01-01" />
      </Sample>
    </Samples>
  );
}

const nothing = {
  name: '',
  username: '',
  email: '',
  password: '',
  confirmPassword: '',
  message: '',
};

function judge(values: Readonly<Record<keyof typeof nothing, string>>) {
  return {
    name: firstIssue(personNameSchema, values.name),
    username: firstIssue(usernameSchema, values.username),
    email: firstIssue(emailSchema, values.email),
    password: firstIssue(passwordSchema, values.password),
    confirmPassword: confirmationIssue(values.password, values.confirmPassword),
    message: values.message.trim() === '' ? messages.required : undefined,
  };
}

function confirmationIssue(password: string, confirmation: string): string | undefined {
  if (confirmation === '') return messages.required;
  return confirmation === password ? undefined : messages.passwordsDiffer;
}

function TypedInputs() {
  const form = useValidatedForm(nothing, judge);
  const { account, contact } = limits;
  return (
    <Form onSubmit={form.showErrors}>
      <div className={utilities.pair}>
        <TextField {...form.field('name')} label="Name" maxLength={account.nameMaxLength} />
        <TextField
          {...form.field('username')}
          label="Username"
          maxLength={account.usernameMaxLength}
        />
        <TextField
          {...form.field('email')}
          label="Email"
          type="email"
          maxLength={account.emailMaxLength}
        />
        <PasswordField {...form.field('password')} label="Password" autoComplete="new-password" />
        <PasswordField
          {...form.field('confirmPassword')}
          label="Confirm Password"
          autoComplete="new-password"
        />
        <TextArea
          {...form.field('message')}
          label="Message"
          rows={1}
          maxLength={contact.messageMaxLength}
        />
      </div>
    </Form>
  );
}
