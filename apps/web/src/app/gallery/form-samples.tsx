import { Search } from 'lucide-react'
import { useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { FilterChip } from '../../ui/filter-chip.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Select } from '../../ui/select.tsx'
import { StrengthMeter } from '../../ui/strength-meter.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextInput } from '../../ui/text-input.tsx'

const statuses = [
  { value: 'new', label: 'New' },
  { value: 'contacted', label: 'Contacted' },
]

export function FormSamples() {
  const [choice, setChoice] = useState('bug')
  const [file, setFile] = useState<File | null>(null)
  const [isOn, setIsOn] = useState(true)
  return (
    <Card title="Forms">
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Keywords" help="What the business does.">
          <TextInput icon={<Search aria-hidden="true" />} placeholder="dentists" />
        </Field>
        <Field label="Email" error="Please enter a valid email address" required>
          <TextInput type="email" defaultValue="anna@" />
        </Field>
        <Field label="Password">
          <PasswordInput defaultValue="correct horse" />
        </Field>
        <Field
          label="New password"
          help={<StrengthMeter rule="At least 8 characters" password="correct horse" />}
        >
          <PasswordInput defaultValue="correct horse" />
        </Field>
        <Field label="Return address">
          <TextInput defaultValue="anna.frick" suffix="@replies.example.com" />
        </Field>
        <Field label="Status">
          <Select options={statuses} placeholder="All statuses" />
        </Field>
        <Field label="Phone" optional>
          <TextInput type="tel" disabled defaultValue="(423) 555-0100" />
        </Field>
        <Field label="Marketing copy" className="sm:col-span-2">
          <TextArea placeholder="What you offer, in your own words" />
        </Field>
        <div className="flex flex-col gap-3">
          <Checkbox label="Email Notifications" defaultChecked help="When a job is done or a reply comes." />
          <Checkbox label="Weekly Reports" />
          <Checkbox label="Some of them" indeterminate />
          <Checkbox label="Not available" disabled />
          <FilterChip isOn={isOn} onPress={() => setIsOn(!isOn)}>
            Has website
          </FilterChip>
          <Checkbox
            label="I accept the terms"
            error="You must accept the Terms of Service and Privacy Policy to continue"
          />
        </div>
        <div className="flex flex-col gap-5">
          <Switch label="Use tokens automatically" defaultChecked />
          <Switch label="Use tokens automatically" help="You have no tokens yet." disabled />
          <RadioGroup
            label="Type"
            name="type"
            inline
            value={choice}
            onChange={setChoice}
            options={[
              { value: 'bug', label: 'Bug' },
              { value: 'feature', label: 'Feature' },
              { value: 'question', label: 'Question' },
            ]}
          />
        </div>
        <div className="sm:col-span-2">
          <FileDrop
            label="Screenshot"
            optional
            accept="image/png,image/jpeg,image/gif"
            maxBytes={5_242_880}
            help="PNG, JPG or GIF, up to 5 MB"
            sizeMessage="File size must be less than 5MB"
            typeMessage="Please select a valid image file"
            value={file}
            onChange={setFile}
          />
        </div>
      </div>
    </Card>
  )
}
