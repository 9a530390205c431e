namespace Dapplex
{
    /// <summary>Reads <c>.Name</c> and <c>[3]</c> from an object, one after the other.</summary>
    internal static class MemberPath
    {
        /// <summary><c>steps</c>: each begins with a dot or a bracket, one a line.</summary>
        public static JsonObject Read(Query query)
        {
            object? value = Handles.Get(query.Number("id", 0));
            foreach (var step in query.Required("steps").Split('\n'))
            {
                if (value == null) return NotFound();
                if (!TryStep(value, step, out value)) return NotFound();
                if (value is Unreadable failure) throw new InspectorException("EVAL_FAILED", step.TrimStart('.') + ": " + failure.Text.Trim('{', '}'), new JsonObject { { "kind", "exception" } });
            }
            if (value == null) return new JsonObject { { "isNull", true } };
            return Rows.Value(value, value.GetType().IsValueType, ReadRules.Listing);
        }

        /// <summary>False where the compiler has to say what is wrong.</summary>
        private static bool TryStep(object value, string step, out object? result)
        {
            result = null;
            if (step[0] == '[')
            {
                try
                {
                    var element = Elements.Find(value, step);
                    if (element == null) return false;
                    result = element.Read();
                    return true;
                }
                catch (InspectorException) { return false; }
            }
            var member = Members.Find(value.GetType(), step.Substring(1));
            // The path knows only runtime types; where a member hides another, the static type decides.
            if (member == null || Members.IsAmbiguous(value.GetType(), member.Name)) return false;
            // A getter of the program that throws is told by the compiled expression, with the exception itself.
            if (member.RunsProgram) return false;
            result = Slots.Item(value, member).Value;
            return true;
        }

        private static JsonObject NotFound() => new JsonObject { { "notFound", true } };
    }
}
