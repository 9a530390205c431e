using System;
using System.Collections;
using System.Globalization;
using System.Linq;

namespace Dapplex
{
    /// <summary>inspect_slot: one member or element of an object, read or written.</summary>
    internal static class Slots
    {
        private const int MostNames = 50;

        public static JsonObject Read(Query query)
        {
            var owner = Handles.Get(query.Number("id", 0));
            var name = query.Required("name");
            var rules = ReadRules.From(query);
            var element = Elements.Find(owner, name);
            if (element != null) return Answer(query, element.Read(), element.Type, element.IsWritable, rules);
            var member = Members.Find(owner.GetType(), name) ?? throw NotFound(owner.GetType(), name);
            if (member.RunsProgram && !rules.AllowSideEffects)
                throw new InspectorException("EVAL_FAILED", "'" + name + "' is a getter of the program, and a read must not run it: evaluate it with side effects allowed", new JsonObject { { "kind", "side_effects" } });
            var item = Item(owner, member);
            if (item.Value is Unreadable failure)
                return new JsonObject
                {
                    { "object_id", query.Number("id", 0) }, { "slot_name", name }, { "value", failure.Text }, { "type", TypeNames.Full(member.Type) },
                    { "bound", true }, { "writable", member.IsWritable }, { "failed", true },
                };
            return Answer(query, item.Value, member.Type, member.IsWritable, rules);
        }

        public static JsonObject Write(Query query)
        {
            var owner = Handles.Get(query.Number("id", 0));
            var name = query.Required("name");
            var element = Elements.Find(owner, name);
            var member = element == null ? Members.Find(owner.GetType(), name) ?? throw NotFound(owner.GetType(), name) : null;
            var type = element?.Type ?? member!.Type;
            if (!(element?.IsWritable ?? member!.IsWritable)) throw TypeError(name, type, "it is read-only", null);
            if (owner is ValueType && !query.Flag("storesBack")) throw TypeError(name, type, "the object is a copy of a struct: assign to the variable that holds the struct, with set_variable", null);
            var value = NewValue(query, name, type);
            if (element != null) element.Write(value);
            else if (member!.Field != null) member.Field.SetValue(member.IsStatic ? null : owner, value);
            else
            {
                var failure = Guarded.Run<string?>(() => { member.Property!.SetValue(member.IsStatic ? null : owner, value); return null; }, text => text);
                if (failure != null) throw new InspectorException("EVAL_FAILED", "the setter of '" + name + "' " + failure, new JsonObject { { "kind", "exception" } });
            }
            // A setter may store something else, so a property is read back by its getter; the answer tells that it ran.
            var answer = Read(query);
            if (member != null && member.RunsProgram) answer.Add("ran", true);
            return answer;
        }

        /// <summary>The value of a member; a getter runs under its limit.</summary>
        public static Item Item(object owner, Member member)
        {
            if (member.Type.IsPointer || member.Type.IsByRef) return new Item(member.Name, new Unreadable("(pointer)"));
            if (member.IsStatic && member.Field != null && !Statics.CanRead(member.Field)) return new Item(member.Name, new Unreadable("(not initialized yet)"));
            if (member.Field != null) return new Item(member.Name, member.Field.GetValue(member.IsStatic ? null : owner));
            object? Get() => member.Property!.GetValue(member.IsStatic ? null : owner);
            object Failed(string failure) => new Unreadable("{" + failure + "}");
            return new Item(member.Name, member.RunsProgram ? Guarded.Run(Get, Failed) : Guarded.Here(Get, Failed));
        }

        public static InspectorException NotFound(Type type, string name) => new InspectorException(
            "SLOT_NOT_FOUND",
            "Slot '" + name + "' not found",
            new JsonObject { { "slot_name", name }, { "slots", Members.Of(type).Select(one => one.Name).Distinct().Take(MostNames).ToArray() } });

        public static InspectorException TypeError(string name, Type type, string why, string? given) => new InspectorException(
            "SLOT_TYPE_ERROR",
            "Slot '" + name + "' of type " + TypeNames.Full(type) + " was not changed: " + why,
            new JsonObject { { "slot_name", name }, { "expected", TypeNames.Full(type) }, { "given", given }, { "reason", why } });

        private static JsonObject Answer(Query query, object? value, Type declared, bool writable, ReadRules rules) => new JsonObject
        {
            { "object_id", query.Number("id", 0) },
            { "slot_name", query.Required("name") },
            { "value", ValueText.Of(value, rules) },
            { "type", TypeNames.Full(value?.GetType() ?? declared) },
            { "bound", true },
            { "value_object_id", value != null && (Rows.HasChildren(value) || !value.GetType().IsValueType) ? (object)Handles.Put(value, value.GetType().IsValueType) : null },
            { "writable", writable },
            { "ownerIsValue", Handles.Get(query.Number("id", 0)) is ValueType ? (object)true : null },
        };

        private static object? NewValue(Query query, string name, Type type)
        {
            var literal = query.Text("literal");
            var value = literal == null ? Handles.Get(query.Number("valueId", 0)) : Literal(literal, name, type);
            if (value == null)
            {
                if (type.IsValueType && Nullable.GetUnderlyingType(type) == null) throw TypeError(name, type, "null is no value of this type", "null");
                return null;
            }
            if (type.IsInstanceOfType(value)) return value;
            try
            {
                var target = Nullable.GetUnderlyingType(type) ?? type;
                if (target.IsEnum && value is IConvertible && !(value is string) && !(value is bool)) return Enum.ToObject(target, value);
                if (target == typeof(IntPtr) && Widens(value, typeof(long))) return new IntPtr(Convert.ToInt64(value, CultureInfo.InvariantCulture));
                if (target == typeof(UIntPtr) && Widens(value, typeof(ulong))) return new UIntPtr(Convert.ToUInt64(value, CultureInfo.InvariantCulture));
                if (Widens(value, target)) return Convert.ChangeType(value, target, CultureInfo.InvariantCulture);
            }
            catch (OverflowException) { throw TypeError(name, type, "the number does not fit", ValueText.Of(value, ReadRules.Listing)); }
            catch (ArgumentException) { }
            throw TypeError(name, type, "a " + TypeNames.Full(value.GetType()) + " cannot be stored in it", TypeNames.Full(value.GetType()));
        }

        private static bool Widens(object value, Type target) =>
            (target.IsPrimitive || target == typeof(decimal)) && target != typeof(bool) && target != typeof(char)
            && !(value is string) && !(value is bool) && value is IConvertible && (!(value is double || value is float || value is decimal) || target == typeof(double) || target == typeof(float) || target == typeof(decimal));

        private static object? Literal(string text, string name, Type type)
        {
            if (text == "null") return null;
            if (text == "true" || text == "false") return text == "true";
            var target = Nullable.GetUnderlyingType(type) ?? type;
            if (text.StartsWith("0x", StringComparison.OrdinalIgnoreCase)) return Bits(text.Substring(2), name, target);
            if (long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var whole))
                return type == typeof(object) && whole >= int.MinValue && whole <= int.MaxValue ? (object)(int)whole : whole;
            if (ulong.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var large)) return large;
            if (target == typeof(decimal) && decimal.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var exact)) return exact;
            if (double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var real)) return real;
            throw TypeError(name, type, "'" + text + "' is no literal", text);
        }

        /// <summary>A number in hexadecimal. A negative one is shown with the bits of its type.</summary>
        private static object Bits(string digits, string name, Type type)
        {
            if (!ulong.TryParse(digits, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var bits)) throw TypeError(name, type, "the number does not fit", "0x" + digits);
            if (type == typeof(sbyte) && bits <= byte.MaxValue) return unchecked((sbyte)bits);
            if (type == typeof(short) && bits <= ushort.MaxValue) return unchecked((short)bits);
            if (type == typeof(int) && bits <= uint.MaxValue) return unchecked((int)bits);
            if (type == typeof(long) || type == typeof(IntPtr)) return unchecked((long)bits);
            return type == typeof(object) && bits <= int.MaxValue ? (object)(int)bits : bits;
        }
    }

    /// <summary>An element of an array, list or dictionary, by <c>[3]</c>, <c>[1, 2]</c> or <c>["key"]</c>.</summary>
    internal sealed class Elements
    {
        private readonly Func<object?> read;
        private readonly Action<object?> write;

        private Elements(Type type, bool isWritable, Func<object?> read, Action<object?> write)
        {
            Type = type;
            IsWritable = isWritable;
            this.read = read;
            this.write = write;
        }

        public Type Type { get; }

        public bool IsWritable { get; }

        public object? Read() => read();

        public void Write(object? value) => write(value);

        /// <summary>Null when the name is not in brackets or the object has no elements.</summary>
        public static Elements? Find(object owner, string name)
        {
            if (name.Length < 3 || name[0] != '[' || name[name.Length - 1] != ']') return null;
            var inside = name.Substring(1, name.Length - 2).Trim();
            if (owner is Array array) return OfArray(array, inside, name);
            if (!Framework.Owns(owner.GetType())) return null;
            if (owner is IDictionary dictionary) return OfDictionary(dictionary, inside, name);
            if (!(owner is IList list)) return null;
            if (!int.TryParse(inside, NumberStyles.None, CultureInfo.InvariantCulture, out var index) || index >= list.Count) throw Missing(owner, name);
            return new Elements(ElementType(owner), !list.IsReadOnly, () => list[index], value => list[index] = value);
        }

        private static Elements OfArray(Array array, string inside, string name)
        {
            var parts = inside.Split(',');
            var at = new int[parts.Length];
            if (parts.Length != array.Rank) throw Missing(array, name);
            for (var i = 0; i < parts.Length; i++)
            {
                if (!int.TryParse(parts[i].Trim(), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out at[i])) throw Missing(array, name);
                if (at[i] < array.GetLowerBound(i) || at[i] > array.GetUpperBound(i)) throw Missing(array, name);
            }
            return new Elements(array.GetType().GetElementType()!, true, () => array.GetValue(at), value => array.SetValue(value, at));
        }

        private static Elements OfDictionary(IDictionary dictionary, string inside, string name)
        {
            foreach (DictionaryEntry entry in dictionary)
            {
                if (ValueText.Of(entry.Key, ReadRules.Listing, 1) != inside) continue;
                var (key, held) = (entry.Key, entry.Value);
                // Looking the key up again would run the program's own Equals.
                return new Elements(ElementType(dictionary), !dictionary.IsReadOnly, () => held, value => { dictionary[key] = value; held = value; });
            }
            throw Missing(dictionary, name);
        }

        private static Type ElementType(object owner)
        {
            var arguments = owner.GetType().GetGenericArguments();
            return arguments.Length == 0 ? typeof(object) : arguments[arguments.Length - 1];
        }

        private static InspectorException Missing(object owner, string name) =>
            new InspectorException("SLOT_NOT_FOUND", "Slot '" + name + "' not found", new JsonObject
            {
                { "slot_name", name }, { "slots", new[] { "[0] to [" + ((Collection.Of(owner, ReadRules.Listing)?.Count ?? 0) - 1) + "]" } },
            });
    }
}
