using System;
using System.Reflection;

namespace Dapplex
{
    /// <summary>Code of the program that runs so that a value can be shown: a limit of its own, and no failure is the caller's.</summary>
    internal static class Guarded
    {
        /// <summary>In ms, see <see cref="Patience"/>: one getter that never returns must leave time for the other members of the same answer.</summary>
        private const int Limit = 300;

        /// <summary>For one answer: when it is used up, the rest of the members are not run any more.</summary>
        [ThreadStatic]
        private static int spent;

        private const int Budget = 1000;

        public static T Run<T>(Func<T> work, Func<string, T> failed)
        {
            if (spent >= Budget) return failed("not run: the time for this answer is used up");
            T? result = default;
            try
            {
                var outcome = Worker.RunProgram(Limit, () => result = work(), false);
                if (outcome == Outcome.Ended) return result!;
                spent += Limit;
                return failed(outcome == Outcome.EndlessRecursion ? "calls itself without end" : "no answer within " + Limit + " ms");
            }
            catch (TargetInvocationException error) when (error.InnerException != null) { return failed(Thrown(error.InnerException)); }
            catch (InspectorException error) { return failed("not run: " + error.Message); }
            catch (Exception error) { return failed(Thrown(error)); }
        }

        /// <summary>For the runtime's own code, which ends: no thread, no limit of its own.</summary>
        public static T Here<T>(Func<T> work, Func<string, T> failed)
        {
            try { return work(); }
            catch (TargetInvocationException error) when (error.InnerException != null) { return failed(Thrown(error.InnerException)); }
            catch (Exception error) { return failed(Thrown(error)); }
        }

        public static string Thrown(Exception error) => "threw " + TypeNames.Simple(error.GetType()) + ": " + Exceptions.MessageOf(error);
    }
}
